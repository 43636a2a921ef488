package io.gazeshift.ingest.publish;

import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazeTruth;

/** Accepts finished faces from a camera. Never blocks, and never throws on network errors. */
public interface FaceSink extends AutoCloseable {

  void offer(FaceFrame face);

  /** Takes where the face offered last really looks, where that is known. By default, no use. */
  default void offerTruth(GazeTruth truth) {}

  /** Faces that still wait are dropped; returns at once. By default nothing waits. */
  default void requestStop() {}

  /** Waits for what {@link #requestStop} began. */
  @Override
  default void close() {}
}
