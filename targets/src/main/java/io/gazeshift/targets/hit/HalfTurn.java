package io.gazeshift.targets.hit;

/** Nodes for integrals over {@code sin u du} from 0 to π, by their cosines. */
final class HalfTurn {

  private final double[] cosines;
  private final double[] weights;

  private HalfTurn(double[] cosines, double[] weights) {
    this.cosines = cosines;
    this.weights = weights;
  }

  static HalfTurn ofNodes(int count) {
    GaussLegendre rule = GaussLegendre.ofNodes(count);
    double[] cosines = new double[count];
    double[] weights = new double[count];
    for (int i = 0; i < count; i++) {
      cosines[i] = Math.cos(Math.PI * rule.at(i));
      weights[i] = Math.PI * rule.weight(i) * Math.sin(Math.PI * rule.at(i));
    }
    return new HalfTurn(cosines, weights);
  }

  int size() {
    return cosines.length;
  }

  double cosine(int i) {
    return cosines[i];
  }

  double weight(int i) {
    return weights[i];
  }
}
