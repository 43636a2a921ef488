package io.gazeshift.targets.hit;

/** The corners of a regular polygon that covers as much as the circle that it stands for. */
final class UnitCircle {

  private final double[] first;
  private final double[] second;

  private UnitCircle(double[] first, double[] second) {
    this.first = first;
    this.second = second;
  }

  static UnitCircle ofCorners(int count) {
    double[] first = new double[count];
    double[] second = new double[count];
    double step = 2 * Math.PI / count;
    // Equal areas in the plane: the outline is as often outside the circle as inside.
    double wider = Math.sqrt(step / Math.sin(step));
    for (int i = 0; i < count; i++) {
      first[i] = wider * Math.cos(step * i);
      second[i] = wider * Math.sin(step * i);
    }
    return new UnitCircle(first, second);
  }

  int size() {
    return first.length;
  }

  double first(int i) {
    return first[i];
  }

  double second(int i) {
    return second[i];
  }
}
