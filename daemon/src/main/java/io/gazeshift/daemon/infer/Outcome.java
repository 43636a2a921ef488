package io.gazeshift.daemon.infer;

import io.gazeshift.protocol.v1.FaceIdentity;

/** What became of one face. */
sealed interface Outcome {

  /** It was predicted; both records are as they will be written. */
  @SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
  record Predicted(FaceIdentity identity, byte[] prediction, byte[] feature) implements Outcome {}

  /** It cannot be used; the reason is short and for metrics, the explanation for people. */
  record Refused(String reason, String explanation) implements Outcome {}

  /** It is older than anybody asked for. */
  record Skipped() implements Outcome {}
}
