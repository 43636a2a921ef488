package io.gazeshift.daemon.infer;

import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;

/** What became of one face. */
sealed interface Outcome {

  /** It was predicted. */
  record Predicted(GazePrediction prediction, FeatureSample feature) implements Outcome {}

  /** It cannot be used; the reason is short and for metrics, the explanation for people. */
  record Refused(String reason, String explanation) implements Outcome {}
}
