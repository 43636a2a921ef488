package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * With a site prior: the candidate's predictions for fixations are distributed more like the prior
 * than the parent's, significantly so, and keep the parent's order. Two heads, each adapted to one
 * half of the fixations, are measured on the other half, so no head is judged on its training data.
 */
final class SitePriorCheck implements CandidateCheck {

  private static final String NAME = "site-law";
  private static final int RESAMPLES = 200;
  private static final double SURE = 0.95;
  private static final long SEED = 1;

  private final double most;
  private final double leastOrder;

  SitePriorCheck(GateBounds bounds) {
    this.most = bounds.mostPriorDistance();
    this.leastOrder = bounds.leastOrder();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    SitePrior prior = evidence.of().prior().orElseThrow();
    if (evidence.halves().isEmpty()) {
      return new GateCheck(NAME, false, Double.NaN, most, Halves.NONE);
    }
    Halves halves = evidence.halves().get();
    Matrix before = halves.across(evidence.of().parent(), evidence.of().parent());
    Matrix after =
        halves.across(/* onFirst= */ halves.ofSecond(), /* onSecond= */ halves.ofFirst());
    double order = Math.min(order(before, after, 0), order(before, after, 1));
    EnergyDistance distance = new EnergyDistance(prior);
    EnergyDistance.Directions parents = distance.of(before);
    EnergyDistance.Directions candidates = distance.of(after);
    int[] once = new int[before.rows()];
    Arrays.fill(once, 1);
    double ratio = candidates.distance(once) / parents.distance(once);
    double nearer = nearer(parents, candidates, once.length);
    return new GateCheck(
        NAME,
        ratio <= most && nearer >= SURE && order >= leastOrder,
        ratio,
        most,
        String.format(
            Locale.ROOT,
            "two half-buffer adaptations are %.2f times as far from the %s as the parent,"
                + " closer in %.0f %% of resamples, with a rank correlation of %.2f; required"
                + " are at most %.2f, at least %.0f %% and at least %.2f",
            ratio,
            prior.describe(),
            100 * nearer,
            order,
            most,
            100 * SURE,
            leastOrder));
  }

  /** In how many resamples of the fixations the candidate is nearer to the prior. */
  private static double nearer(
      EnergyDistance.Directions parents, EnergyDistance.Directions candidates, int fixations) {
    SplittableRandom random = new SplittableRandom(SEED);
    int nearer = 0;
    for (int r = 0; r < RESAMPLES; r++) {
      int[] counts = new int[fixations];
      for (int i = 0; i < fixations; i++) {
        counts[random.nextInt(fixations)]++;
      }
      if (candidates.distance(counts) < parents.distance(counts)) {
        nearer++;
      }
    }
    return (double) nearer / RESAMPLES;
  }

  /** The correlation of what both heads say: whatever is learnt, eyes do not turn round. */
  private static double order(Matrix before, Matrix after, int column) {
    int n = before.rows();
    double x = 0;
    double y = 0;
    for (int i = 0; i < n; i++) {
      x += before.get(i, column) / n;
      y += after.get(i, column) / n;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int i = 0; i < n; i++) {
      double dx = before.get(i, column) - x;
      double dy = after.get(i, column) - y;
      xx += dx * dx;
      xy += dx * dy;
      yy += dy * dy;
    }
    return xy / Math.sqrt(xx * yy);
  }
}
