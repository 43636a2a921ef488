package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.locate.LocatedFace;
import org.opencv.core.Mat;

/** Two views of the same frames. */
record TwoViews(FrameView first, FrameView second) implements FrameView {

  @Override
  public void begin(Mat bgr) {
    first.begin(bgr);
    second.begin(bgr);
  }

  @Override
  public void face(LocatedFace face, Mat patch) {
    first.face(face, patch);
    second.face(face, patch);
  }

  @Override
  public void end() {
    first.end();
    second.end();
  }

  @Override
  public void close() {
    try (first) {
      second.close();
    }
  }
}
