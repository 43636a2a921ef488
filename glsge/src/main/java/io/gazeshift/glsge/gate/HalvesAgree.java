package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.Grouping;
import io.gazeshift.glsge.train.AngularError;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Two heads adapted to every other fixation each say much the same: what differs between them came
 * by chance.
 */
final class HalvesAgree implements Check {

  private static final String NAME = "halves";

  private final double share;
  private final double leastDeg;

  HalvesAgree(GateBounds bounds) {
    this.share = bounds.mostDisagreement();
    this.leastDeg = bounds.toleratedDisagreementDeg();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    GateCase of = evidence.of();
    Evidence.Pair heldOut = evidence.heldOut();
    double change = AngularError.meanDegrees(heldOut.candidate().gaze(), heldOut.parent().gaze());
    double bound = Math.max(leastDeg, share * change);
    if (Grouping.of(of.training().fixation()).groups() < 2) {
      return new GateCheck(
          NAME, false, Double.NaN, bound, "a single fixation cannot be split into halves");
    }
    double deg =
        AngularError.meanDegrees(
            gaze(of.adaptation().apply(half(of.training(), 0)), of),
            gaze(of.adaptation().apply(half(of.training(), 1)), of));
    return new GateCheck(
        NAME,
        deg <= bound,
        deg,
        bound,
        String.format(
            Locale.ROOT,
            "heads adapted to either half of the frames differ by %.2f deg, the candidate from its"
                + " parent by %.2f deg; at most %.2f deg is allowed",
            deg,
            change,
            bound));
  }

  private static Matrix gaze(Head head, GateCase of) {
    return Predictions.of(head, of.heldOut().features()).gaze();
  }

  /** Every other fixation. */
  private static FixatedFrames half(FixatedFrames frames, int which) {
    int[] group = Grouping.of(frames.fixation()).group();
    int[] rows = IntStream.range(0, group.length).filter(i -> group[i] % 2 == which).toArray();
    long[] track = frames.track();
    int[] fixation = frames.fixation();
    return new FixatedFrames(
        frames.features().rows(rows),
        Arrays.stream(rows).map(i -> fixation[i]).toArray(),
        track.length == 0 ? track : Arrays.stream(rows).mapToLong(i -> track[i]).toArray());
  }
}
