package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Locale;

/**
 * What the spread of a target's predictions consists of: frames differ within a fixation by noise,
 * fixations within a person by gaze and noise, and people from each other by gaze and by the head's
 * bias for each of them. People of one domain are taken to share one gaze distribution. Only as
 * much of their differences counts as bias as the head shows on other people; the rest may be real,
 * such as two seats.
 */
final class TargetComponents {

  // Of people in other conditions a head is further off than of those of the source.
  private static final double PLAUSIBLE = 2;

  // Square radians: so that shares of it are numbers.
  private static final double LEAST_SPREAD = 1e-12;

  private final Matrix means;
  private final Matrix bias;
  private final double[] spread;
  private final boolean severalPeople;

  private TargetComponents(Matrix means, Matrix bias, double[] spread, boolean severalPeople) {
    this.means = means;
    this.bias = bias;
    this.spread = spread;
    this.severalPeople = severalPeople;
  }

  /**
   * @param means pitch and yaw of each fixation
   * @param track whose face each frame shows, or empty
   * @param known the variance of the head's bias between people
   */
  static TargetComponents of(Matrix means, Grouping fixations, long[] track, PerAxis known) {
    Matrix bias = Matrix.zeros(means.rows(), 2);
    if (track.length > 0) {
      Grouping people = Grouping.of(ofFixations(Grouping.ofLongs(track), fixations));
      int spare = means.rows() - people.groups();
      if (people.groups() > 1 && spare > 0) {
        double[] spread = new double[2];
        double[] plausible = {PLAUSIBLE * known.pitch(), PLAUSIBLE * known.yaw()};
        for (int c = 0; c < 2; c++) {
          spread[c] = separate(means, people, c, plausible[c], bias);
        }
        return new TargetComponents(means, bias, spread, true);
      }
    }
    return new TargetComponents(means, bias, Columns.variance(means), false);
  }

  /** The head's bias for the person of each fixation; zero where nothing tells it. */
  Matrix bias() {
    return bias;
  }

  /** Pitch and yaw of each fixation, free of the person's bias, around the same mean as before. */
  Matrix unbiased() {
    Matrix free = means.copy().addInPlace(-1, bias);
    double[] before = Columns.mean(means);
    double[] after = Columns.mean(free);
    for (int f = 0; f < free.rows(); f++) {
      for (int c = 0; c < 2; c++) {
        free.set(f, c, free.get(f, c) + before[c] - after[c]);
      }
    }
    return free;
  }

  /** The variance of fixations; of several people, without what is the head's bias for each. */
  double spread(int axis) {
    return spread[axis];
  }

  /** Whether the bias of each person is told apart, and is not in the spread. */
  boolean severalPeople() {
    return severalPeople;
  }

  String describe() {
    if (!severalPeople) {
      return "the frames do not tell several people apart";
    }
    double[] variance = Columns.variance(bias);
    return String.format(
        Locale.ROOT,
        "offsets of people with a deviation of (%.1f, %.1f) deg taken out",
        Math.toDegrees(Math.sqrt(variance[0])),
        Math.toDegrees(Math.sqrt(variance[1])));
  }

  /** Fills in one axis of the bias and returns the spread without it. */
  private static double separate(
      Matrix means, Grouping people, int c, double plausible, Matrix bias) {
    Matrix centres = people.means(means);
    double overall = Columns.mean(means)[c];
    double within = 0;
    double between = 0;
    for (int f = 0; f < means.rows(); f++) {
      double centre = centres.get(people.group()[f], c);
      within += square(means.get(f, c) - centre) / (means.rows() - people.groups());
      between += square(centre - overall) / means.rows();
    }
    // Unbiased: between people, less what sampling their fixations explains.
    double n = people.groups();
    double differences = Math.max(0, n / (n - 1) * between - n * within / means.rows());
    double heads = Math.min(plausible, differences);
    for (int f = 0; f < means.rows(); f++) {
      int who = people.group()[f];
      double sampling = within / people.count()[who];
      double trust = heads > 0 ? heads / (differences + sampling) : 0;
      bias.set(f, c, trust * (centres.get(who, c) - overall));
    }
    return Math.max(within + differences - heads, LEAST_SPREAD);
  }

  /** Whose face each fixation shows. */
  private static int[] ofFixations(Grouping tracks, Grouping fixations) {
    int[] who = new int[fixations.groups()];
    for (int i = 0; i < tracks.group().length; i++) {
      who[fixations.group()[i]] = tracks.group()[i];
    }
    return who;
  }

  private static double square(double x) {
    return x * x;
  }
}
