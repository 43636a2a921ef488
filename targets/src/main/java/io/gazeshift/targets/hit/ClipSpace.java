package io.gazeshift.targets.hit;

/** Room for the outlines on the way to an intersection, used again and again. */
final class ClipSpace {

  private double[] first = new double[96];
  private double[] second = new double[96];

  /** An array that is not the one given. */
  double[] other(double[] than, int length) {
    if (than == first) {
      second = second.length < length ? new double[2 * length] : second;
      return second;
    }
    first = first.length < length ? new double[2 * length] : first;
    return first;
  }
}
