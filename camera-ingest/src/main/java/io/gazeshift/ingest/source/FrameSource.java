package io.gazeshift.ingest.source;

import java.io.IOException;

/**
 * A camera or another source of frames. Opened, read and closed by one thread; a source that has
 * thrown an {@link IOException} is closed and opened anew, not read again.
 */
public interface FrameSource extends AutoCloseable {

  /** How this camera maps the world to pixels; the same for all its frames. */
  CameraIntrinsics intrinsics();

  /**
   * Waits for the next frame and writes it into the given one, which has the size of the
   * intrinsics. Answers false at the end of the source; a live camera has none.
   */
  boolean read(CameraFrame into) throws IOException, InterruptedException;

  @Override
  void close();
}
