package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Locale;

/** The frames vary: nothing can be learned from a frozen or covered camera. */
final class Variety implements CandidateCheck {

  private final double least;

  Variety(GateBounds bounds) {
    this.least = bounds.leastVariety();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    double target = variance(evidence.unseen().features());
    double source = variance(evidence.of().source().judge().features());
    double share = target / source;
    return new GateCheck(
        "variety",
        share >= least,
        share,
        least,
        String.format(
            Locale.ROOT,
            "the target's frames vary %.3f times as much as the source's; below %.2f the"
                + " camera is probably frozen or covered",
            share,
            least));
  }

  private static double variance(FeatureRows rows) {
    Matrix x = Predictions.matrix(rows);
    double total = 0;
    for (int c = 0; c < x.cols(); c++) {
      double mean = 0;
      for (int i = 0; i < x.rows(); i++) {
        mean += x.get(i, c) / x.rows();
      }
      for (int i = 0; i < x.rows(); i++) {
        double d = x.get(i, c) - mean;
        total += d * d / x.rows();
      }
    }
    return total;
  }
}
