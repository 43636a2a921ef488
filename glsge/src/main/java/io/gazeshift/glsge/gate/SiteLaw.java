package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * With a site prior: what the candidate says of fixations is spread more like the prior than what
 * the parent says, by more than chance, and in the parent's order. Two heads, adapted to one half
 * of the fixations each, are measured on the other: no head is judged by what it was taught.
 */
final class SiteLaw implements CandidateCheck {

  private static final String NAME = "site-law";
  private static final int RESAMPLES = 200;
  private static final double SURE = 0.95;
  private static final long SEED = 1;

  private final double most;
  private final double leastOrder;

  SiteLaw(GateBounds bounds) {
    this.most = bounds.mostLawDistance();
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
    LawDistance law = new LawDistance(prior);
    LawDistance.Directions parents = law.of(before);
    LawDistance.Directions candidates = law.of(after);
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
            "heads adapted to either half lie %.2f times as far from the %s as the parent, nearer in"
                + " %.0f %% of resamples, and keep %.2f of its order; at most %.2f, %.0f %% and at"
                + " least %.2f are asked for",
            ratio,
            prior.describe(),
            100 * nearer,
            order,
            most,
            100 * SURE,
            leastOrder));
  }

  /** In how many resamples of the fixations the candidate is nearer to the law. */
  private static double nearer(
      LawDistance.Directions parents, LawDistance.Directions candidates, int fixations) {
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
