package io.gazeshift.backbone.input;

import io.gazeshift.protocol.v1.FaceFrame;
import java.nio.FloatBuffer;

/** Turns a face into the numbers that a backbone takes. For one thread. */
public interface FaceReader {

  /** Writes the face as the {@code index}-th of the batch. */
  void read(FaceFrame face, FloatBuffer batch, int index) throws BadFaceException;
}
