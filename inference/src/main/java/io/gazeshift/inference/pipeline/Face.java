package io.gazeshift.inference.pipeline;

import io.gazeshift.protocol.v1.FaceFrame;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One face on its way from where it was received to its outcome. The {@link PipelineBuffer} hands
 * it from stage to stage, so only one thread uses it at a time.
 */
class Face {

  private final byte @Nullable [] bytes;
  private final long polledMicros;
  private final long polledNanos = System.nanoTime();
  private @Nullable FaceFrame frame;
  private @Nullable FaceOutcome outcome;

  /**
   * @param bytes the face as a record has it; null where the record has no value
   */
  Face(byte @Nullable [] bytes, long polledMicros) {
    this.bytes = bytes;
    this.polledMicros = polledMicros;
  }

  byte @Nullable [] bytes() {
    return bytes;
  }

  long polledMicros() {
    return polledMicros;
  }

  /** For measuring a wait, whatever happens to the clock meanwhile. */
  long polledNanos() {
    return polledNanos;
  }

  /** Its patch is ready for the backbone. */
  void decoded(FaceFrame decoded) {
    frame = decoded;
  }

  /** Nothing more is to be done but to commit it. */
  void settle(FaceOutcome settled) {
    outcome = settled;
  }

  FaceFrame frame() {
    return Objects.requireNonNull(frame, "a face that is not decoded");
  }

  boolean isSettled() {
    return outcome != null;
  }

  FaceOutcome outcome() {
    return Objects.requireNonNull(outcome, "a face that is not settled");
  }
}
