package io.gazeshift.glsge.bench;

import io.gazeshift.glsge.Samples;
import io.gazeshift.glsge.kernel.ConditionalDiscrepancy;
import io.gazeshift.glsge.kernel.Discrepancy;
import io.gazeshift.glsge.kernel.KernelSettings;
import io.gazeshift.glsge.kernel.Pcod;
import io.gazeshift.glsge.kernel.RandomFeaturePcod;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;

/**
 * Prints time and error of PCOD in random features against the exact one, for features as a random
 * network makes them of gaze and a few nuisances. Arguments: samples in each domain, nuisances,
 * then numbers of features.
 */
public final class KernelBenchmark {

  private KernelBenchmark() {}

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
    int nuisances = args.length > 1 ? Integer.parseInt(args[1]) : 8;
    Batch batch = Batch.random(n, nuisances, 1);
    ConditionalDiscrepancy exact = new Pcod(KernelSettings.DEFAULT);
    // Warm the code up on something small.
    Batch small = Batch.random(100, nuisances, 2);
    for (int i = 0; i < 30; i++) {
      small.evaluate(exact);
    }
    long start = System.nanoTime();
    Discrepancy truth = batch.evaluate(exact);
    double exactSeconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "n %d, nuisances %d: exact %.2f s, d2 %.4f, t6 %.4f%n",
        n, nuisances, exactSeconds, truth.squared(), truth.t6());
    for (int i = 2; i < Math.max(3, args.length); i++) {
      int features = args.length > i ? Integer.parseInt(args[i]) : 1024;
      RandomFeaturePcod random = new RandomFeaturePcod(KernelSettings.DEFAULT, features, 1);
      small.evaluate(random);
      start = System.nanoTime();
      Discrepancy d = batch.evaluate(random);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          "  %d features: %.2f s (1/%.0f), d2 %+.1f %%, d %+.1f %%, means %+.1f %%, variances %+.1f"
              + " %%, t6 %+.1f %%, gradient cosine %.3f, length %.3f, weights %.3f%n",
          features,
          seconds,
          exactSeconds / seconds,
          100 * (d.squared() / truth.squared() - 1),
          100 * (d.distance() / truth.distance() - 1),
          100 * ((d.t1() + d.t2() - 2 * d.t3()) / (truth.t1() + truth.t2() - 2 * truth.t3()) - 1),
          100 * ((d.t4() + d.t5()) / (truth.t4() + truth.t5()) - 1),
          100 * (d.t6() / truth.t6() - 1),
          cosine(d.targetGradient(), truth.targetGradient()),
          Math.sqrt(
              d.targetGradient().dot(d.targetGradient())
                  / truth.targetGradient().dot(truth.targetGradient())),
          cosine(byWeights(batch, d), byWeights(batch, truth)));
    }
  }

  /** The gradient as the last layer's weights would see it. */
  private static Matrix byWeights(Batch batch, Discrepancy d) {
    return Blas.transposedTimes(batch.hs(), d.sourceGradient())
        .addInPlace(1, Blas.transposedTimes(batch.ht(), d.targetGradient()));
  }

  private static double cosine(Matrix a, Matrix b) {
    return a.dot(b) / Math.sqrt(a.dot(a) * b.dot(b));
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Batch(
      Matrix hs, Matrix ht, Matrix zs, Matrix zt, Matrix ys, Matrix yt, double[] q) {

    Discrepancy evaluate(ConditionalDiscrepancy discrepancy) {
      return discrepancy.between(zs, zt, ys, yt, q);
    }

    static Batch random(int n, int nuisances, long seed) {
      Random random = new Random(seed);
      int inputs = nuisances + 2;
      Matrix w1 = Samples.normal(random, inputs, 256, 0, 1 / Math.sqrt(inputs));
      Matrix w2 = Samples.normal(random, 256, 128, 0, Math.sqrt(2.0 / 256));
      Matrix ys = Samples.normal(random, n, 2, 0, 0.25);
      Matrix yt = Samples.normal(random, n, 2, 0.1, 0.15);
      double[] density = new double[n];
      for (int i = 0; i < n; i++) {
        double dx = ys.get(i, 0) - 0.1;
        double dy = ys.get(i, 1) - 0.1;
        density[i] = Math.exp(-(dx * dx + dy * dy) / (2 * 0.15 * 0.15));
      }
      Matrix hs = hidden(random, ys, nuisances, 0, w1);
      Matrix ht = hidden(random, yt, nuisances, 0.5, w1);
      return new Batch(
          hs,
          ht,
          relu(Blas.multiply(hs, w2)),
          relu(Blas.multiply(ht, w2)),
          ys,
          yt,
          ImportanceWeights.normalised(density).values());
    }

    private static Matrix hidden(Random random, Matrix y, int nuisances, double shift, Matrix w1) {
      Matrix x = Matrix.zeros(y.rows(), nuisances + 2);
      for (int i = 0; i < y.rows(); i++) {
        for (int c = 0; c < x.cols(); c++) {
          x.set(i, c, c < 2 ? 4 * y.get(i, c) : 0.7 * random.nextGaussian() + shift);
        }
      }
      return relu(Blas.multiply(x, w1));
    }

    private static Matrix relu(Matrix matrix) {
      for (int i = 0; i < matrix.data().length; i++) {
        matrix.data()[i] = Math.max(0, matrix.data()[i]);
      }
      return matrix;
    }
  }
}
