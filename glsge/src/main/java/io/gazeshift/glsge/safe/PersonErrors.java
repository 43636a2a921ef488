package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;

/**
 * How predictions err on people that nothing was trained on, by variance components. A person's own
 * offset does not vary from fixation to fixation, so it is no noise within a person, and between
 * people it looks like gaze.
 *
 * @param slope by how much a prediction moves when a person's gaze does
 * @param noise the variance around that line within a person
 * @param bias the variance of the mean error between people; zero where there are too few of them
 */
record PersonErrors(PerAxis slope, PerAxis noise, PerAxis bias) {

  private static final int FEWEST_PEOPLE = 3;

  /**
   * @param persons whom each row shows, or empty where that is not known
   */
  static PersonErrors of(Matrix predicted, Matrix truth, long[] persons) {
    Grouping people =
        persons.length == 0 ? Grouping.of(new int[truth.rows()]) : Grouping.ofLongs(persons);
    Matrix seen = people.deviations(predicted);
    Matrix gaze = people.deviations(truth);
    double[] slope = new double[2];
    double[] noise = new double[2];
    for (int c = 0; c < 2; c++) {
      double xx = 0;
      double xy = 0;
      for (int i = 0; i < gaze.rows(); i++) {
        xx += gaze.get(i, c) * gaze.get(i, c);
        xy += gaze.get(i, c) * seen.get(i, c);
      }
      slope[c] = xx > 0 ? xy / xx : 1;
      for (int i = 0; i < gaze.rows(); i++) {
        double d = seen.get(i, c) - slope[c] * gaze.get(i, c);
        noise[c] += d * d / Math.max(1, gaze.rows() - people.groups() - 1);
      }
    }
    return new PersonErrors(
        PerAxis.of(slope), PerAxis.of(noise), PerAxis.of(bias(predicted, truth, people)));
  }

  /** How many people there are. */
  static long count(long[] persons) {
    return Arrays.stream(persons).distinct().count();
  }

  private static double[] bias(Matrix predicted, Matrix truth, Grouping people) {
    if (people.groups() < FEWEST_PEOPLE) {
      return new double[2];
    }
    Matrix errors = predicted.copy().addInPlace(-1, truth);
    double[] variance = Columns.variance(people.means(errors));
    double unbias = people.groups() / (people.groups() - 1.0);
    return new double[] {unbias * variance[0], unbias * variance[1]};
  }
}
