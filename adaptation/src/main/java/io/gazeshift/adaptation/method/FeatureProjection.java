package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.SymmetricEigen;

/**
 * What a head's hidden layers make of source and target, on the two axes along which all of it
 * varies most: a picture of how far the two lie apart.
 *
 * @param source a share of the source samples, two numbers each
 * @param target a share of the target samples
 */
public record FeatureProjection(Matrix source, Matrix target) {

  /** More would show nothing else. */
  private static final int MOST_ROWS = 500;

  private static final int AXES = 2;

  static FeatureProjection of(Head head, FeatureRows source, FeatureRows target) {
    Matrix zs = hidden(head, picked(source));
    Matrix zt = hidden(head, picked(target));
    Matrix all = centred(Matrix.stack(zs, zt));
    SymmetricEigen eigen = SymmetricEigen.of(Blas.transposedGram(all));
    Matrix axes = eigen.vectors().rows(0, AXES);
    double scale = Math.sqrt(Math.max(eigen.values()[0], Double.MIN_NORMAL) / all.rows());
    Matrix seen = Blas.timesTransposed(all, axes).scaleInPlace(1 / scale);
    return new FeatureProjection(seen.rows(0, zs.rows()), seen.rows(zs.rows(), all.rows()));
  }

  /** The same, turned round where an axis runs the other way: which way it runs means nothing. */
  FeatureProjection facing(FeatureProjection other) {
    Matrix turned = Matrix.zeros(AXES, AXES);
    for (int axis = 0; axis < AXES; axis++) {
      double together = 0;
      for (int i = 0; i < source.rows(); i++) {
        together += source.get(i, axis) * other.source.get(i, axis);
      }
      turned.set(axis, axis, together < 0 ? -1 : 1);
    }
    return new FeatureProjection(
        Blas.timesTransposed(source, turned), Blas.timesTransposed(target, turned));
  }

  private static Matrix picked(FeatureRows rows) {
    int count = Math.min(MOST_ROWS, rows.size());
    float[] values = new float[count * rows.width()];
    for (int i = 0; i < count; i++) {
      rows.copy((int) ((long) i * rows.size() / count), values, i * rows.width());
    }
    return Matrix.ofFloats(count, rows.width(), values);
  }

  private static Matrix hidden(Head head, Matrix features) {
    return rectified(rectified(features, head.layers().get(0)), head.layers().get(1));
  }

  private static Matrix rectified(Matrix x, DenseLayer layer) {
    Matrix weight = Matrix.ofFloats(layer.outputs(), layer.inputs(), layer.weight());
    Matrix y = Blas.timesTransposed(x, weight);
    float[] bias = layer.bias();
    for (int i = 0; i < y.rows(); i++) {
      for (int c = 0; c < bias.length; c++) {
        y.set(i, c, Math.max(0, y.get(i, c) + bias[c]));
      }
    }
    return y;
  }

  private static Matrix centred(Matrix points) {
    double[] mean = new double[points.cols()];
    for (int i = 0; i < points.rows(); i++) {
      for (int c = 0; c < mean.length; c++) {
        mean[c] += points.get(i, c) / points.rows();
      }
    }
    Matrix centred = points.copy();
    for (int i = 0; i < points.rows(); i++) {
      for (int c = 0; c < mean.length; c++) {
        centred.set(i, c, points.get(i, c) - mean[c]);
      }
    }
    return centred;
  }
}
