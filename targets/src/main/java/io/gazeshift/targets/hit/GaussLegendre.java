package io.gazeshift.targets.hit;

/** Nodes and weights that integrate over [0, 1]. */
final class GaussLegendre {

  private final double[] at;
  private final double[] weight;

  private GaussLegendre(double[] at, double[] weight) {
    this.at = at;
    this.weight = weight;
  }

  /** The roots of the Legendre polynomial of this degree, by Newton's method. */
  static GaussLegendre ofNodes(int count) {
    double[] at = new double[count];
    double[] weight = new double[count];
    for (int i = 0; i < count; i++) {
      double x = Math.cos(Math.PI * (i + 0.75) / (count + 0.5));
      double slope = 0;
      for (int round = 0; round < 20; round++) {
        double value = 1;
        double before = 0;
        for (int degree = 1; degree <= count; degree++) {
          double next = ((2 * degree - 1) * x * value - (degree - 1) * before) / degree;
          before = value;
          value = next;
        }
        slope = count * (x * value - before) / (x * x - 1);
        x -= value / slope;
      }
      at[i] = (1 - x) / 2;
      weight[i] = 1 / ((1 - x * x) * slope * slope);
    }
    return new GaussLegendre(at, weight);
  }

  int size() {
    return at.length;
  }

  double at(int i) {
    return at[i];
  }

  double weight(int i) {
    return weight[i];
  }
}
