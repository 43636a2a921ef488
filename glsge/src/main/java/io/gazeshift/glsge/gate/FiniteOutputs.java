package io.gazeshift.glsge.gate;

import java.util.Locale;

/**
 * The candidate's predictions are numbers, and directions that a face seen from the front can have.
 * Its weights are numbers by construction: no {@link io.gazeshift.glsge.head.DenseLayer} takes
 * others.
 */
final class FiniteOutputs implements CandidateCheck {

  private static final double MOST_DEG = 90;

  @Override
  public GateCheck judge(Evidence evidence) {
    double largest = 0;
    for (double angle : evidence.heldOut().candidate().gaze().data()) {
      // Math.max keeps a NaN.
      largest = Math.max(largest, Math.abs(angle));
    }
    double deg = Math.toDegrees(largest);
    return new GateCheck(
        "finite",
        deg <= MOST_DEG,
        deg,
        MOST_DEG,
        String.format(
            Locale.ROOT,
            "the candidate's largest angle on held-out frames is %.1f deg; the limit for a"
                + " visible face is %.0f deg",
            deg,
            MOST_DEG));
  }
}
