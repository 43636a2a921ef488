package io.gazeshift.daemon.predict;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.preview.FrameView;
import io.gazeshift.ingest.preview.GazeArrow;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;
import java.nio.file.Path;
import org.opencv.core.Mat;
import org.opencv.imgcodecs.Imgcodecs;

/** A copy of the current frame to draw arrows on. Owns native buffers. */
final class Drawing implements FrameView {

  private final Mat canvas = new Mat();
  private final GazeArrow arrow;

  Drawing(CameraIntrinsics camera) {
    this.arrow = new GazeArrow(camera);
  }

  @Override
  public void begin(Mat bgr) {
    bgr.copyTo(canvas);
  }

  @Override
  public void face(LocatedFace face, Mat patch) {}

  @Override
  public void end() {}

  void add(GazePrediction prediction) {
    arrow.draw(canvas, prediction.getOriginList(), Gaze.from(prediction.getCamera()));
  }

  void write(Path file) {
    if (!Imgcodecs.imwrite(file.toString(), canvas)) {
      throw new UserError("--draw: cannot write %s".formatted(file));
    }
  }

  @Override
  public void close() {
    arrow.close();
    canvas.release();
  }
}
