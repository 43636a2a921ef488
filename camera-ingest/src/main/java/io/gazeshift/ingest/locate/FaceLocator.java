package io.gazeshift.ingest.locate;

import io.gazeshift.ingest.source.CameraFrame;
import java.util.List;

/**
 * Finds the faces of a frame. May follow faces from frame to frame, so each camera has its own;
 * used and closed by one thread.
 */
public interface FaceLocator extends AutoCloseable {

  /** The faces of this frame; none is an ordinary answer. Keeps nothing of the frame's pixels. */
  List<LocatedFace> locate(CameraFrame frame);

  /** Frees what it holds; by default nothing. */
  @Override
  default void close() {}
}
