package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.kernel.KernelSettings;
import io.gazeshift.glsge.kernel.Pcod;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.marginal.DareGram;
import io.gazeshift.glsge.marginal.DareGramSettings;
import io.gazeshift.glsge.safe.TargetView;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The conditional discrepancy (PCOD) and the marginal one between source people, weighted by the
 * distribution of the target, and held-out target frames: what the paper minimises, on frames it
 * did not see.
 */
final class TargetDiscrepancy implements CandidateCheck {

  private static final int SOURCE_ROWS = 200;
  private static final int TARGET_ROWS = 200;

  private final double most;
  private final Pcod pcod = new Pcod(KernelSettings.DEFAULT);
  private final DareGram marginal = new DareGram(DareGramSettings.DEFAULT);

  TargetDiscrepancy(GateBounds bounds) {
    this.most = bounds.mostDiscrepancy();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    Optional<TargetView> view = evidence.view();
    if (view.isEmpty()) {
      return new GateCheck(
          "discrepancy",
          false,
          Double.NaN,
          most,
          "the gaze distribution of the target cannot be estimated");
    }
    int[] drawn = drawn(view.get().weights(1));
    int[] rows = IntStream.range(0, drawn.length).filter(i -> drawn[i] > 0).toArray();
    double[] weights =
        Arrays.stream(rows).mapToDouble(i -> drawn[i] / (double) SOURCE_ROWS).toArray();
    Matrix gaze = view.get().gaze().rows(rows);
    Evidence.Pair source = evidence.pair(evidence.of().source().judge().features().rows(rows));
    Evidence.Pair target = evidence.pair(thinned(evidence.of().heldOut().features()));
    double before = between(source.parent(), target.parent(), gaze, weights);
    double after = between(source.candidate(), target.candidate(), gaze, weights);
    double ratio = after / before;
    return new GateCheck(
        "discrepancy",
        ratio <= most,
        ratio,
        most,
        String.format(
            Locale.ROOT,
            "source and held-out target differ by %.3f under the candidate and %.3f under"
                + " the parent (PCOD + marginal), a ratio of %.2f; the limit is %.2f",
            after,
            before,
            ratio,
            most));
  }

  private double between(Predictions source, Predictions target, Matrix gaze, double[] weights) {
    if (!source.hidden().isFinite() || !target.hidden().isFinite() || !target.gaze().isFinite()) {
      return Double.NaN;
    }
    return pcod.between(source.hidden(), target.hidden(), gaze, target.gaze(), weights).distance()
        + marginal.between(source.hidden(), target.hidden()).loss();
  }

  /** How often each row is met in a walk of equal steps through the weights. */
  private static int[] drawn(double[] weights) {
    int[] drawn = new int[weights.length];
    double passed = 0;
    int step = 0;
    for (int i = 0; i < weights.length; i++) {
      passed += weights[i];
      while (step < SOURCE_ROWS && (step + 0.5) / SOURCE_ROWS < passed) {
        drawn[i]++;
        step++;
      }
    }
    // Rounding may leave the last step unassigned.
    drawn[weights.length - 1] += SOURCE_ROWS - step;
    return drawn;
  }

  private static FeatureRows thinned(FeatureRows rows) {
    if (rows.size() <= TARGET_ROWS) {
      return rows;
    }
    return rows.rows(
        IntStream.range(0, TARGET_ROWS)
            .map(i -> (int) ((long) i * rows.size() / TARGET_ROWS))
            .toArray());
  }
}
