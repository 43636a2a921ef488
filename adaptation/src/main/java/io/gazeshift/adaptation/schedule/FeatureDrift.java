package io.gazeshift.adaptation.schedule;

import io.gazeshift.glsge.drift.TwoSampleTest;
import java.util.Optional;

/**
 * How what a domain shows now differs from what it showed before.
 *
 * @param features what the cameras see
 * @param gaze where people look
 * @param bound of chance, below which each of them has changed
 */
public record FeatureDrift(TwoSampleTest.Result features, TwoSampleTest.Result gaze, double bound) {

  /** What has changed, in words; empty if nothing is sure to have. */
  public Optional<String> changed() {
    if (features.differ(bound)) {
      return Optional.of(words("what the cameras see has changed", features));
    }
    if (gaze.differ(bound)) {
      return Optional.of(words("where people look has changed", gaze));
    }
    return Optional.empty();
  }

  private static String words(String what, TwoSampleTest.Result result) {
    return "%s (discrepancy %.4f, p = %.3f)".formatted(what, result.discrepancy(), result.pValue());
  }
}
