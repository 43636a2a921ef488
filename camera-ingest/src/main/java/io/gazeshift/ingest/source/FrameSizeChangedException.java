package io.gazeshift.ingest.source;

import java.io.IOException;

/**
 * The next frame has another size than the ones before. Nothing is lost: opened anew, the source
 * goes on with that frame.
 */
public final class FrameSizeChangedException extends IOException {

  private static final long serialVersionUID = 1L;

  public FrameSizeChangedException(CameraIntrinsics was, int width, int height) {
    super(
        "the frame size changed to %d x %d from %d x %d"
            .formatted(width, height, was.width(), was.height()));
  }
}
