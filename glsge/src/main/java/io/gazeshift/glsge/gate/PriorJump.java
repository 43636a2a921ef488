package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.SiteFit;
import java.util.Locale;

/**
 * With a site prior: however far the candidate moves, it moves towards where people look. A camera
 * aside legitimately moves by tens of degrees.
 */
final class PriorJump implements CandidateCheck {

  private final double toleranceDeg;

  PriorJump(GateBounds bounds) {
    this.toleranceDeg = bounds.priorToleranceDeg();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    SitePrior prior = evidence.of().prior().orElseThrow();
    Evidence.Sample sample = evidence.place();
    double before = off(sample, sample.pair().parent().gaze(), prior);
    double after = off(sample, sample.pair().candidate().gaze(), prior);
    double bound = before + toleranceDeg;
    return new GateCheck(
        "jump",
        after <= bound,
        after,
        bound,
        String.format(
            Locale.ROOT,
            "the candidate's predictions are %.2f deg off the %s, the parent's %.2f deg;"
                + " the limit is %.2f deg",
            after,
            prior.describe(),
            before,
            bound));
  }

  private static double off(Evidence.Sample sample, Matrix gaze, SitePrior prior) {
    return SiteFit.of(sample.fixations().means(gaze), prior).offDeg();
  }
}
