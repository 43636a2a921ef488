package io.gazeshift.inference.person;

/**
 * One axis of a person's bias, from the mean of what was predicted for each of the person's
 * fixations less what was expected. Not thread-safe.
 */
final class AxisEstimate {

  /**
   * People differ in where they look on average; as a share of how far one person's gaze spreads. A
   * guess on the safe side: it keeps a part of every difference, however long a person is seen.
   */
  private static final double PEOPLE_DIFFER = 0.3;

  private int count;
  private double mean;
  private double squares;
  private double spread;

  void add(double difference, double expectedSpread) {
    count++;
    double before = difference - mean;
    mean += before / count;
    squares += before * (difference - mean);
    spread += (expectedSpread - spread) / count;
  }

  /**
   * How much of the mean difference is the model's, between 0 and 1.
   *
   * @param biasSd between the people of the model
   * @param noiseSd of the model's error for one person
   */
  double trust(double biasSd, double noiseSd) {
    double bias = biasSd * biasSd;
    if (count == 0 || !(bias > 0)) {
      return 0;
    }
    double one = spread * spread + noiseSd * noiseSd;
    double people = PEOPLE_DIFFER * PEOPLE_DIFFER * spread * spread;
    return bias / (bias + people + one / independent(one));
  }

  /**
   * A person who looks at one thing again and again tells no more than a single look: fixations
   * count by how much of the expected spread they show.
   */
  private double independent(double one) {
    if (count < 2 || !(one > 0)) {
      return 1;
    }
    return 1 + (count - 1) * Math.min(1, squares / (count - 1) / one);
  }

  double mean() {
    return mean;
  }

  int count() {
    return count;
  }
}
