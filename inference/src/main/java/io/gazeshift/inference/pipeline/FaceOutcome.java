package io.gazeshift.inference.pipeline;

import io.gazeshift.inference.targets.LookSummary;
import io.gazeshift.protocol.v1.FaceIdentity;

/** The outcome of one face. */
sealed interface FaceOutcome {

  /** It was predicted; both records are as they will be written. */
  @SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
  record Predicted(FaceIdentity identity, LookSummary look, byte[] prediction, byte[] feature)
      implements FaceOutcome {}

  /** It cannot be used; the reason is short and for metrics, the explanation for people. */
  record Rejected(String reason, String explanation) implements FaceOutcome {}

  /** It is older than the maximum age. */
  record Skipped() implements FaceOutcome {}
}
