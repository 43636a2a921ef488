package io.gazeshift.inference.pipeline;

import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
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

  long polledMicros() {
    return polledMicros;
  }

  /** For measuring a wait, whatever happens to the clock meanwhile. */
  long polledNanos() {
    return polledNanos;
  }

  /** Reads what the bytes say, if that is not known yet; settles a face that cannot be read. */
  void open() {
    if (frame != null || isSettled()) {
      return;
    }
    try {
      frame = RecordType.FACE_FRAME.decode(bytes);
    } catch (BadRecordException e) {
      settle(new FaceOutcome.Rejected(e.reason().name(), String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      // Whatever it is about this record, the next one may do without it.
      settle(new FaceOutcome.Rejected("DECODER_FAILED", e.toString()));
    }
  }

  /** Whether {@link #frame} is known. */
  boolean isOpen() {
    return frame != null;
  }

  /** Nothing more is to be done but to commit it. */
  void settle(FaceOutcome settled) {
    outcome = settled;
  }

  FaceFrame frame() {
    return Objects.requireNonNull(frame, "a face that is not opened");
  }

  boolean isSettled() {
    return outcome != null;
  }

  FaceOutcome outcome() {
    return Objects.requireNonNull(outcome, "a face that is not settled");
  }
}
