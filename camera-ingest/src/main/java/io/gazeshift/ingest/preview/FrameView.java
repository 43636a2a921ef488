package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.locate.LocatedFace;
import org.opencv.core.Mat;

/**
 * Watches the frames of one opened camera go by. Used and closed by the camera's thread, which it
 * must not keep waiting. Nothing given to it may be kept or written to.
 */
public interface FrameView extends AutoCloseable {

  /** Sees nothing. */
  FrameView NONE =
      new FrameView() {
        @Override
        public void begin(Mat bgr) {}

        @Override
        public void face(LocatedFace face, Mat patch) {}

        @Override
        public void end() {}
      };

  /** A frame whose faces follow. */
  void begin(Mat bgr);

  /** A face of the frame begun last, and its normalised patch. */
  void face(LocatedFace face, Mat patch);

  /** The frame has no more faces. */
  void end();

  /** Frees what it holds; by default nothing. */
  @Override
  default void close() {}
}
