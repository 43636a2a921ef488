package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.train.AngularError;
import java.util.Locale;

/**
 * Without a site prior the mean stays about where it was: nothing without labels tells where it
 * really is. Frames on their own may change by more, for noise that is taken away moves them too.
 */
final class Jump implements CandidateCheck {

  private final double mostDeg;

  Jump(GateBounds bounds) {
    this.mostDeg = bounds.mostJumpDeg();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    Evidence.Pair seen = evidence.place().pair();
    Spread before = Spread.of(seen.parent().gaze());
    Spread after = Spread.of(seen.candidate().gaze());
    double deg =
        Math.toDegrees(
            AngularError.radians(
                before.meanPitch(), before.meanYaw(), after.meanPitch(), after.meanYaw()));
    return new GateCheck(
        "jump",
        deg <= mostDeg,
        deg,
        mostDeg,
        String.format(
            Locale.ROOT,
            "the candidate's mean prediction is %.2f deg from the parent's; the limit"
                + " without a site prior is %.2f deg",
            deg,
            mostDeg));
  }
}
