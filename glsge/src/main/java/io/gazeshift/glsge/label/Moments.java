package io.gazeshift.glsge.label;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.function.IntToDoubleFunction;

/** Weighted mean of labels and the weighted sums of squares around it. */
record Moments(double weight, double meanX, double meanY, double xx, double xy, double yy) {

  static Moments of(Matrix labels, IntToDoubleFunction weightOf) {
    int n = labels.rows();
    double weight = 0;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < n; i++) {
      double w = weightOf.applyAsDouble(i);
      weight += w;
      meanX += w * labels.get(i, 0);
      meanY += w * labels.get(i, 1);
    }
    meanX /= weight;
    meanY /= weight;
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int i = 0; i < n; i++) {
      double w = weightOf.applyAsDouble(i);
      double dx = labels.get(i, 0) - meanX;
      double dy = labels.get(i, 1) - meanY;
      xx += w * dx * dx;
      xy += w * dx * dy;
      yy += w * dy * dy;
    }
    return new Moments(weight, meanX, meanY, xx, xy, yy);
  }
}
