package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.Grouping;
import java.util.Locale;

/** Within fixations the candidate's predictions do not shake more than the parent's. */
final class Jitter implements CandidateCheck {

  private static final String NAME = "jitter";

  private final double most;

  Jitter(GateBounds bounds) {
    this.most = bounds.mostJitter();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    Evidence.Sample sample = evidence.shape();
    double before = rms(sample.pair().parent().gaze(), sample.fixations());
    double after = rms(sample.pair().candidate().gaze(), sample.fixations());
    double ratio = after / before;
    if (Double.isNaN(ratio)) {
      return new GateCheck(
          NAME,
          false,
          ratio,
          most,
          "cannot measure the jitter: no fixation has several different frames");
    }
    return new GateCheck(
        NAME,
        ratio <= most,
        ratio,
        most,
        String.format(
            Locale.ROOT,
            "within fixations the candidate jitters by %.2f deg, %.2f times as much as the"
                + " parent; the limit is %.2f times",
            Math.toDegrees(after),
            ratio,
            most));
  }

  /** The candidate's jitter over the parent's; not a number where it cannot be measured. */
  static double ratio(Evidence.Sample sample) {
    return rms(sample.pair().candidate().gaze(), sample.fixations())
        / rms(sample.pair().parent().gaze(), sample.fixations());
  }

  private static double rms(Matrix gaze, Grouping fixations) {
    Matrix means = fixations.means(gaze);
    double sum = 0;
    int count = 0;
    for (int i = 0; i < gaze.rows(); i++) {
      if (fixations.isShared(i)) {
        count++;
        for (int c = 0; c < 2; c++) {
          double d = gaze.get(i, c) - means.get(fixations.group()[i], c);
          sum += d * d * fixations.unbias(i);
        }
      }
    }
    return Math.sqrt(sum / count);
  }
}
