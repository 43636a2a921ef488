package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.FrameSet;
import io.gazeshift.benchmarks.scenario.TargetScene;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.SymmetricEigen;
import io.gazeshift.glsge.safe.DensityRatioWeights;
import io.gazeshift.glsge.safe.SourceLabels;
import io.gazeshift.glsge.train.AngularError;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.Arrays;

/**
 * The baselines of an adaptation: simple corrections as a lower bound and labels as an upper bound.
 */
final class Controls {

  private static final double EFFECTIVE_SAMPLES = 200;
  private static final double RIDGE = 0.1;
  private static final int[] SUPERVISED_EPOCHS = {3, 8, 25};
  private static final double[] SUPERVISED_RATES = {3e-4, 1e-3};

  private Controls() {}

  static double error(Head head, FrameSet test) {
    return AngularError.meanDegrees(predict(head, test.features()), test.gaze());
  }

  static double shrinkage(Head head, TargetScene target, double factor) {
    return shrunk(
        predict(head, target.test().features()),
        mean(predict(head, target.frames().features())),
        target.test().gaze(),
        factor);
  }

  static double bestShrinkage(Head head, TargetScene target) {
    Matrix predicted = predict(head, target.test().features());
    double[] mean = mean(predict(head, target.frames().features()));
    double best = Double.POSITIVE_INFINITY;
    for (int step = 2; step <= 30; step++) {
      best = Math.min(best, shrunk(predicted, mean, target.test().gaze(), 0.05 * step));
    }
    return best;
  }

  private static double shrunk(Matrix predicted, double[] mean, Matrix truth, double factor) {
    Matrix pulled = predicted.copy();
    for (int i = 0; i < pulled.rows(); i++) {
      for (int c = 0; c < 2; c++) {
        pulled.set(i, c, mean[c] + factor * (pulled.get(i, c) - mean[c]));
      }
    }
    return AngularError.meanDegrees(pulled, truth);
  }

  /**
   * Closed form: a head that whitens the target's features and colours them with the source
   * reweighted by the distribution of the pseudo labels.
   */
  static Head aligned(Head head, SourceBank source, FeatureRows target) {
    Matrix pseudo = predict(head, target);
    double[] weights =
        DensityRatioWeights.normal(
                source.gaze(),
                mean(pseudo),
                variance(pseudo),
                new SourceLabels(source.gaze()),
                EFFECTIVE_SAMPLES)
            .values();
    Matrix s = matrix(source.features());
    Matrix t = matrix(target);
    double[] sourceMean = weightedMean(s, weights);
    double[] targetMean = mean(t);
    double[] flat = new double[t.rows()];
    Arrays.fill(flat, 1.0 / (t.rows() - 1));
    Matrix cs = covariance(s, sourceMean, weights);
    Matrix ct = covariance(t, targetMean, flat);
    double ridge = 0;
    for (int c = 0; c < cs.rows(); c++) {
      ridge += RIDGE * cs.get(c, c) / cs.rows();
    }
    Matrix map =
        Blas.multiply(
            power(ct.addToDiagonalInPlace(ridge), -0.5),
            power(cs.addToDiagonalInPlace(ridge), 0.5));
    return behind(head, map, targetMean, sourceMean);
  }

  /** The head on features moved to {@code (x - from) map + to}. */
  private static Head behind(Head head, Matrix map, double[] from, double[] to) {
    DenseLayer first = head.layers().get(0);
    Matrix weight = Matrix.ofFloats(first.outputs(), first.inputs(), first.weight());
    Matrix mapped = Blas.timesTransposed(weight, map);
    float[] bias = first.bias();
    for (int o = 0; o < bias.length; o++) {
      double sum = bias[o];
      for (int c = 0; c < from.length; c++) {
        sum += weight.get(o, c) * to[c] - mapped.get(o, c) * from[c];
      }
      bias[o] = (float) sum;
    }
    DenseLayer moved = new DenseLayer(first.inputs(), first.outputs(), mapped.toFloats(), bias);
    return new Head(moved, head.layers().get(1), head.layers().get(2));
  }

  /** The head with predictions pulled towards what it says of a target on average. */
  static Head shrunk(Head head, FeatureRows target, double factor) {
    double[] mean = mean(predict(head, target));
    DenseLayer last = head.layers().get(2);
    float[] weight = last.weight();
    float[] bias = last.bias();
    for (int i = 0; i < weight.length; i++) {
      weight[i] *= (float) factor;
    }
    for (int c = 0; c < bias.length; c++) {
      bias[c] = (float) (mean[c] + factor * (bias[c] - mean[c]));
    }
    return withLast(head, weight, bias);
  }

  static Head withLast(Head head, float[] weight, float[] bias) {
    DenseLayer last = head.layers().get(2);
    return new Head(
        head.layers().get(0),
        head.layers().get(1),
        new DenseLayer(last.inputs(), last.outputs(), weight, bias));
  }

  /**
   * The best of several trainings with the target's labels, in hindsight.
   *
   * @param meanKept whether each is then moved to where the given head has its mean: as far as a
   *     method can come that learns everything of the target but that
   */
  static double supervised(Head head, TargetScene target, long seed, boolean meanKept) {
    double best = error(head, target.test());
    for (int epochs : SUPERVISED_EPOCHS) {
      for (double rate : SUPERVISED_RATES) {
        Head trained =
            new SourceTrainer(new SourceTrainer.Settings(1, 1, epochs, 100, rate, seed, "cpu"))
                .train(head, target.frames().bank(), loss -> {}, () -> false)
                .head();
        Head compared = meanKept ? withMeanOf(head, trained, target.frames().features()) : trained;
        best = Math.min(best, error(compared, target.test()));
      }
    }
    return best;
  }

  private static Head withMeanOf(Head head, Head moved, FeatureRows rows) {
    double[] mean = mean(predict(head, rows));
    double[] own = mean(predict(moved, rows));
    DenseLayer last = moved.layers().get(2);
    float[] bias = last.bias();
    for (int c = 0; c < bias.length; c++) {
      bias[c] += (float) (mean[c] - own[c]);
    }
    return withLast(moved, last.weight(), bias);
  }

  static Matrix predict(Head head, FeatureRows rows) {
    float[] features = floats(rows);
    float[] angles = new float[rows.size() * Head.OUTPUTS];
    head.predict(features, 0, rows.size(), angles, 0);
    return Matrix.ofFloats(rows.size(), Head.OUTPUTS, angles);
  }

  private static float[] floats(FeatureRows rows) {
    float[] features = new float[rows.size() * rows.width()];
    for (int i = 0; i < rows.size(); i++) {
      rows.copy(i, features, i * rows.width());
    }
    return features;
  }

  private static Matrix matrix(FeatureRows rows) {
    return Matrix.ofFloats(rows.size(), rows.width(), floats(rows));
  }

  private static double[] mean(Matrix rows) {
    double[] weights = new double[rows.rows()];
    Arrays.fill(weights, 1.0 / rows.rows());
    return weightedMean(rows, weights);
  }

  private static double[] variance(Matrix rows) {
    Matrix centred = centred(rows, mean(rows));
    double[] variance = new double[rows.cols()];
    for (int i = 0; i < rows.rows(); i++) {
      for (int c = 0; c < rows.cols(); c++) {
        variance[c] += centred.get(i, c) * centred.get(i, c) / rows.rows();
      }
    }
    return variance;
  }

  private static double[] weightedMean(Matrix rows, double[] weights) {
    double[] mean = new double[rows.cols()];
    for (int i = 0; i < rows.rows(); i++) {
      for (int c = 0; c < rows.cols(); c++) {
        mean[c] += weights[i] * rows.get(i, c);
      }
    }
    return mean;
  }

  private static Matrix centred(Matrix rows, double[] mean) {
    Matrix centred = rows.copy();
    for (int i = 0; i < rows.rows(); i++) {
      for (int c = 0; c < rows.cols(); c++) {
        centred.set(i, c, rows.get(i, c) - mean[c]);
      }
    }
    return centred;
  }

  private static Matrix covariance(Matrix rows, double[] mean, double[] weights) {
    Matrix centred = centred(rows, mean);
    Matrix weighted = centred.copy();
    for (int i = 0; i < rows.rows(); i++) {
      for (int c = 0; c < rows.cols(); c++) {
        weighted.set(i, c, weights[i] * weighted.get(i, c));
      }
    }
    return Blas.transposedTimes(centred, weighted);
  }

  private static Matrix power(Matrix symmetric, double exponent) {
    SymmetricEigen eigen = SymmetricEigen.of(symmetric);
    Matrix scaled = eigen.vectors().copy();
    for (int k = 0; k < scaled.rows(); k++) {
      double factor = Math.pow(eigen.values()[k], exponent);
      for (int c = 0; c < scaled.cols(); c++) {
        scaled.set(k, c, factor * scaled.get(k, c));
      }
    }
    return Blas.transposedTimes(eigen.vectors(), scaled);
  }
}
