package io.gazeshift.glsge.gate;

import java.util.Locale;

/** The candidate's predictions fill neither much less nor much more room than the parent's. */
final class Collapse implements CandidateCheck {

  private final double least;
  private final double most;

  Collapse(GateBounds bounds) {
    this.least = bounds.leastArea();
    this.most = bounds.mostArea();
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    double ratio = evidence.area();
    boolean narrow = ratio < 1;
    return new GateCheck(
        "collapse",
        ratio >= least && ratio <= most,
        ratio,
        narrow ? least : most,
        String.format(
            Locale.ROOT,
            "the candidate's predictions cover %.2f times the parent's area (square root"
                + " of the covariance determinant); allowed are %.2f to %.2f",
            ratio,
            least,
            most));
  }
}
