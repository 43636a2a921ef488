package io.gazeshift.backbone.quantise;

import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

/**
 * What quantising does to the gaze of faces that it was not calibrated on, in degrees.
 *
 * @param meanDeg how far the gaze moves, on average
 * @param p95Deg how far it moves at most for 95 of 100 faces
 * @param errorBeforeDeg the mean error against the labels, before and after
 */
public record GazeChange(
    int faces, double meanDeg, double p95Deg, double errorBeforeDeg, double errorAfterDeg) {

  private static final long[] NO_PERSONS = new long[0];

  static GazeChange of(Matrix before, Matrix after, Matrix truth) {
    double[] moved = Evaluation.of(after, before, NO_PERSONS).errorsDeg().clone();
    Arrays.sort(moved);
    return new GazeChange(
        moved.length,
        Arrays.stream(moved).average().orElseThrow(),
        moved[(int) Math.ceil(0.95 * moved.length) - 1],
        mean(Evaluation.of(before, truth, NO_PERSONS)),
        mean(Evaluation.of(after, truth, NO_PERSONS)));
  }

  private static double mean(Evaluation evaluation) {
    return Arrays.stream(evaluation.errorsDeg()).average().orElseThrow();
  }
}
