package io.gazeshift.adaptation.schedule;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.glsge.drift.TwoSampleTest;
import io.gazeshift.glsge.head.Head;
import java.util.Optional;

/**
 * Notices that a domain no longer looks as it did: a kernel two-sample test on the features (what
 * the cameras see) and one on the predictions (where people look), one sample from each burst. All
 * predictions are one head's: what a newly published head sees otherwise has not changed.
 */
public final class DriftDetector {

  /** With fewer bursts on either side nothing can be said. */
  private static final int FEWEST_BURSTS = 20;

  private static final int TESTS = 2;

  private final TwoSampleTest test;
  private final double significance;
  private final Head head;

  /**
   * @param head says where people look, before and now
   */
  public DriftDetector(TwoSampleTest test, double significance, Head head) {
    this.test = test;
    this.significance = significance;
    this.head = head;
  }

  /**
   * With relabellings enough to be as sure as that.
   *
   * @param significance 0 where nothing is looked for
   * @param head says where people look, before and now
   */
  public static DriftDetector of(double significance, Head head) {
    TwoSampleTest usual = TwoSampleTest.DEFAULT;
    int needed = significance > 0 ? (int) Math.ceil(TESTS / significance) - 1 : 0;
    return new DriftDetector(
        new TwoSampleTest(
            Math.max(usual.permutations(), needed), usual.mostSamples(), usual.seed()),
        significance,
        head);
  }

  boolean isLookedFor() {
    return significance > 0;
  }

  /** Whether something can be said by these samples. */
  public static boolean suffices(TargetSnapshot samples) {
    return samples.bursts().size() >= FEWEST_BURSTS;
  }

  /** Empty where nothing is looked for, or there is too little to look at. */
  public Optional<FeatureDrift> compare(TargetSnapshot before, TargetSnapshot now) {
    if (!isLookedFor() || !suffices(before) || !suffices(now)) {
      return Optional.empty();
    }
    return Optional.of(
        new FeatureDrift(
            test.compare(before.burstFeatures(), now.burstFeatures()),
            test.compare(before.burstGaze(head), now.burstGaze(head)),
            // Each of two tests may err half as often.
            significance / TESTS));
  }
}
