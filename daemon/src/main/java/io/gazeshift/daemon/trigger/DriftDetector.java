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

  private static final int TESTS = 2;

  private final TwoSampleTest test;
  private final double significance;

  public DriftDetector(TwoSampleTest test, double significance) {
    this.test = test;
    this.significance = significance;
  }

  /**
   * With relabellings enough to be as sure as that.
   *
   * @param significance 0 where nothing is looked for
   */
  public static DriftDetector of(double significance) {
    TwoSampleTest usual = TwoSampleTest.DEFAULT;
    int needed = significance > 0 ? (int) Math.ceil(TESTS / significance) - 1 : 0;
    return new DriftDetector(
        new TwoSampleTest(
            Math.max(usual.permutations(), needed), usual.mostSamples(), usual.seed()),
        significance);
  }

  /** What has changed, in words; empty if nothing is sure to have. */
  public Optional<String> changed(TargetSnapshot before, TargetSnapshot now) {
    if (significance == 0) {
      return Optional.empty();
    }
    if (before.bursts().size() < FEWEST_BURSTS || now.bursts().size() < FEWEST_BURSTS) {
      return Optional.empty();
    }
    // Each of two tests may err half as often.
    double bound = significance / TESTS;
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
