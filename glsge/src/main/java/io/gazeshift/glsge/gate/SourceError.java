package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.TargetView;
import io.gazeshift.glsge.train.AngularError;
import java.util.Locale;
import java.util.Optional;

/**
 * The candidate's error on people that trained nothing, weighted by where people look at the site
 * and seen through the site's noise, against the parent's. Without a prior the distribution is an
 * estimate that a flattened head makes too narrow; so the candidate must hold under a wider one as
 * well. A candidate that reads this place's eyes more surely may be a little worse on other people.
 */
final class SourceError implements CandidateCheck {

  private final GateBounds bounds;

  SourceError(GateBounds bounds) {
    this.bounds = bounds;
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    Optional<TargetView> view = evidence.view();
    double most = most(evidence);
    if (view.isEmpty()) {
      return new GateCheck(
          "source-error",
          false,
          Double.NaN,
          most,
          "cannot measure the error on validation people: it needs 100 frames of those that"
              + " judge, without a prior 100 of those to estimate with, and target fixations with"
              + " several frames");
    }
    Evidence.Pair seen = evidence.pair(view.get().features());
    Matrix truth = view.get().gaze();
    double ratio = ratio(seen, truth, view.get().weights(1));
    if (evidence.of().prior().isEmpty()) {
      ratio = Math.max(ratio, ratio(seen, truth, view.get().weights(bounds.widening())));
    }
    return new GateCheck(
        "source-error",
        ratio <= most,
        ratio,
        most,
        String.format(
            Locale.ROOT,
            "on validation people, weighted by the %s, the candidate's error is %.3f times"
                + " the parent's; the limit is %.3f",
            view.get().describe(),
            ratio,
            most));
  }

  private double most(Evidence evidence) {
    if (evidence.isSteadier(bounds)) {
      return bounds.steadySourceError();
    }
    GateBounds.SourceErrorBounds allowed =
        evidence.of().prior().isPresent() ? bounds.sourceErrorWithPrior() : bounds.sourceError();
    // Written so that an area that is not a number counts as narrowed.
    return evidence.area() >= bounds.narrowedBelow() ? allowed.kept() : allowed.narrowed();
  }

  private static double ratio(Evidence.Pair seen, Matrix truth, double[] weights) {
    return error(seen.candidate().gaze(), truth, weights)
        / error(seen.parent().gaze(), truth, weights);
  }

  private static double error(Matrix gaze, Matrix truth, double[] weights) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum +=
          weights[i]
              * AngularError.radians(
                  gaze.get(i, 0), gaze.get(i, 1), truth.get(i, 0), truth.get(i, 1));
    }
    return sum;
  }
}
