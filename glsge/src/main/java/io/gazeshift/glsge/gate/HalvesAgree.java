package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AngularError;
import java.util.Locale;

/**
 * Two heads, each adapted to every other fixation, predict much the same: their difference is
 * chance.
 */
final class HalvesAgree implements CandidateCheck {

  private static final String NAME = "halves";

  private final GateBounds bounds;

  HalvesAgree(GateBounds bounds) {
    this.bounds = bounds;
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    GateCase of = evidence.of();
    Evidence.Pair heldOut = evidence.heldOut();
    double change = AngularError.meanDegrees(heldOut.candidate().gaze(), heldOut.parent().gaze());
    double share =
        evidence.isSteadier(bounds) ? bounds.steadyDisagreement() : bounds.mostDisagreement();
    double bound = Math.max(bounds.toleratedDisagreementDeg(), share * change);
    if (evidence.halves().isEmpty()) {
      return new GateCheck(NAME, false, Double.NaN, bound, Halves.NONE);
    }
    Halves halves = evidence.halves().get();
    double deg = AngularError.meanDegrees(gaze(halves.ofFirst(), of), gaze(halves.ofSecond(), of));
    return new GateCheck(
        NAME,
        deg <= bound,
        deg,
        bound,
        String.format(
            Locale.ROOT,
            "two half-buffer adaptations differ by %.2f deg, and the candidate differs"
                + " from its parent by %.2f deg; the limit is %.2f deg",
            deg,
            change,
            bound));
  }

  private static Matrix gaze(Head head, GateCase of) {
    return Predictions.of(head, of.heldOut().features()).gaze();
  }
}
