package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Estimates a head's bias for each person of a target without labels: people with the same gaze
 * distribution should have the same mean prediction. Only the share of their differences that the
 * head also shows on validation people counts as bias; the rest may be real.
 */
final class PersonBias {

  private static final int FEWEST_PEOPLE = 3;
  // Of people in other conditions a head is further off than of validation people.
  private static final double PLAUSIBLE = 2;

  private PersonBias() {}

  /**
   * The bias of each frame's prediction; zero where nothing tells it.
   *
   * @param predicted pitch and yaw of each frame
   * @param track whose face each frame shows, or empty
   * @param calibrationVariance between the mean errors of validation people, see {@link #variance}
   */
  static Matrix of(
      Matrix predicted, Grouping fixations, long[] track, PerAxis calibrationVariance) {
    Matrix bias = Matrix.zeros(predicted.rows(), 2);
    if (track.length == 0) {
      return bias;
    }
    Matrix means = fixations.means(predicted);
    Grouping people = Grouping.of(ofFixations(track, fixations));
    int spare = means.rows() - people.groups();
    if (people.groups() < 2 || spare < 1) {
      return bias;
    }
    Matrix centres = people.means(means);
    double[] overall = Columns.mean(means);
    double[] plausible = {
      PLAUSIBLE * calibrationVariance.pitch(), PLAUSIBLE * calibrationVariance.yaw()
    };
    for (int c = 0; c < 2; c++) {
      double within = 0;
      double between = 0;
      for (int f = 0; f < means.rows(); f++) {
        int who = people.group()[f];
        within += square(means.get(f, c) - centres.get(who, c)) / spare;
        between += square(centres.get(who, c) - overall[c]) / means.rows();
      }
      // Unbiased: between people, less what sampling their fixations explains.
      double n = people.groups();
      double differences = Math.max(0, n / (n - 1) * between - n * within / means.rows());
      double heads = Math.min(plausible[c], differences);
      for (int i = 0; i < predicted.rows(); i++) {
        int who = people.group()[fixations.group()[i]];
        double sampling = within / people.count()[who];
        double trust = heads > 0 ? heads / (differences + sampling) : 0;
        bias.set(i, c, trust * (centres.get(who, c) - overall[c]));
      }
    }
    return bias;
  }

  /** The variance of the mean error between people; zero where there are too few of them. */
  static PerAxis variance(Matrix predicted, Matrix truth, long[] persons) {
    if (Arrays.stream(persons).distinct().count() < FEWEST_PEOPLE) {
      return new PerAxis(0, 0);
    }
    Matrix errors = predicted.copy();
    for (int i = 0; i < errors.data().length; i++) {
      errors.data()[i] -= truth.data()[i];
    }
    Matrix means = Grouping.of(numbered(persons)).means(errors);
    double[] variance = Columns.variance(means);
    double unbias = means.rows() / (means.rows() - 1.0);
    return new PerAxis(unbias * variance[0], unbias * variance[1]);
  }

  /** Whose face each fixation shows. */
  private static int[] ofFixations(long[] track, Grouping fixations) {
    int[] numbers = numbered(track);
    int[] who = new int[fixations.groups()];
    for (int i = 0; i < numbers.length; i++) {
      who[fixations.group()[i]] = numbers[i];
    }
    return who;
  }

  private static int[] numbered(long[] ids) {
    Map<Long, Integer> numbers = new HashMap<>();
    return Arrays.stream(ids)
        .mapToInt(id -> numbers.computeIfAbsent(id, next -> numbers.size()))
        .toArray();
  }

  private static double square(double x) {
    return x * x;
  }
}
