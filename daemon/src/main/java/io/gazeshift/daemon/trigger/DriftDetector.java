package io.gazeshift.daemon.trigger;

import io.gazeshift.daemon.buffer.TargetSnapshot;
import io.gazeshift.glsge.drift.TwoSampleTest;
import java.util.Optional;

/**
 * Notices that a domain no longer looks as it did: a kernel two-sample test on the features (what
 * the cameras see) and one on the predictions (where people look), one sample from each burst.
 */
public final class DriftDetector {

  /** With fewer bursts on either side nothing can be said. */
  private static final int FEWEST_BURSTS = 20;

  private final TwoSampleTest test;
  private final double significance;

  public DriftDetector(TwoSampleTest test, double significance) {
    this.test = test;
    this.significance = significance;
  }

  /** What has changed, in words; empty if nothing is sure to have. */
  public Optional<String> changed(TargetSnapshot before, TargetSnapshot now) {
    if (before.bursts().size() < FEWEST_BURSTS || now.bursts().size() < FEWEST_BURSTS) {
      return Optional.empty();
    }
    // Two tests: each may err half as often.
    double bound = significance / 2;
    TwoSampleTest.Result looks = test.compare(before.burstFeatures(), now.burstFeatures());
    if (looks.differ(bound)) {
      return Optional.of(words("what the cameras see has changed", looks));
    }
    TwoSampleTest.Result gaze = test.compare(before.burstGaze(), now.burstGaze());
    if (gaze.differ(bound)) {
      return Optional.of(words("where people look has changed", gaze));
    }
    return Optional.empty();
  }

  private static String words(String what, TwoSampleTest.Result result) {
    return "%s (discrepancy %.4f, p = %.3f)".formatted(what, result.discrepancy(), result.pValue());
  }
}
