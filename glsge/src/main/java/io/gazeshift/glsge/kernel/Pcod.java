package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The probabilistic conditional operator discrepancy, exactly; its cost grows with the cube of the
 * batch.
 *
 * <p>With the label operators constant, every term but {@code t6} is linear in the feature kernel,
 * and the gradient of the nuclear norm is the polar factor of its argument. So {@code d² = <Γ, K>}
 * and the gradient follows in closed form, without differentiating any decomposition.
 */
public final class Pcod implements ConditionalDiscrepancy {

  private final KernelSettings settings;

  public Pcod(KernelSettings settings) {
    this.settings = settings;
  }

  /** The plain discrepancy COD: all source samples count the same. */
  public Discrepancy unweighted(
      Matrix sourceFeatures, Matrix targetFeatures, Matrix sourceLabels, Matrix targetLabels) {
    return between(
        sourceFeatures,
        targetFeatures,
        sourceLabels,
        targetLabels,
        ImportanceWeights.uniform(sourceFeatures.rows()));
  }

  @Override
  public Discrepancy between(
      Matrix sourceFeatures,
      Matrix targetFeatures,
      Matrix sourceLabels,
      Matrix targetLabels,
      double[] sourceWeights) {
    return start(
            Runnable::run,
            sourceFeatures,
            targetFeatures,
            sourceLabels,
            targetLabels,
            sourceWeights)
        .get();
  }

  /** Hands over the kernel of the features; the label operators do not need it. */
  @Override
  public Supplier<Discrepancy> start(
      Executor beside,
      Matrix sourceFeatures,
      Matrix targetFeatures,
      Matrix sourceLabels,
      Matrix targetLabels,
      double[] sourceWeights) {
    Batches.require(sourceFeatures, targetFeatures, sourceLabels, targetLabels, sourceWeights);
    Matrix features = Matrix.stack(sourceFeatures, targetFeatures);
    CompletableFuture<GaussianKernels> kernels =
        CompletableFuture.supplyAsync(
            () -> GaussianKernels.of(features, settings.multipliers(), true), beside);
    Matrix labels = Matrix.stack(sourceLabels, targetLabels);
    return () -> between(features, kernels, labels, sourceWeights);
  }

  private Discrepancy between(
      Matrix features,
      CompletableFuture<GaussianKernels> featureKernels,
      Matrix labels,
      double[] sourceWeights) {
    int ns = sourceWeights.length;
    LinearForm form = form(featureKernels, labels, sourceWeights);
    double[] t = form.terms();
    Matrix gradient = gradient(form, featureKernels.join(), features);
    return new Discrepancy(
        t[0],
        t[1],
        t[2],
        t[3],
        t[4],
        t[5],
        t[0] + t[1] - 2 * t[2] + t[3] + t[4] - 2 * t[5],
        gradient.rows(0, ns),
        gradient.rows(ns, features.rows()));
  }

  /**
   * The discrepancy as {@code <Γ, K>}.
   *
   * @param used the samples it goes over: those of the source that have weight, then the target
   * @param cross X1, a row for each sample of the target
   * @param terms t1 to t6
   */
  @SuppressWarnings("ArrayRecordComponent") // On its way to the gradient, never compared.
  record LinearForm(int[] used, Matrix cross, Matrix gamma, double[] terms) {}

  LinearForm form(
      CompletableFuture<GaussianKernels> featureKernels, Matrix labels, double[] sourceWeights) {
    int ns = sourceWeights.length;
    int nt = labels.rows() - ns;
    GaussianKernels ky = GaussianKernels.of(labels, settings.multipliers(), false);
    int[] source = Batches.withWeight(sourceWeights);
    int[] target = IntStream.range(ns, ns + nt).toArray();
    double[] q = Arrays.stream(source).mapToDouble(i -> sourceWeights[i]).toArray();
    LabelOperators s = LabelOperators.of(ky.values().at(source, source), q, settings.ridge());
    LabelOperators t =
        LabelOperators.of(
            ky.values().at(target, target), ImportanceWeights.uniform(nt), settings.ridge());
    Matrix cross = Blas.multiply(t.mean(), Blas.multiply(ky.values().at(target, source), s.mean()));

    GaussianKernels kz = featureKernels.join();
    Matrix kss = kz.values().at(source, source);
    Matrix ktt = kz.values().at(target, target);
    Matrix kts = kz.values().at(target, source);
    Matrix common = Blas.transposedTimes(t.variance(), Blas.multiply(kts, s.variance()));
    NuclearNorm t6 = NuclearNorm.of(common, settings.smoothing() / Math.sqrt(nt), Math.min(ns, nt));
    double[] terms = {
      kss.dot(s.meanSquare()),
      ktt.dot(t.meanSquare()),
      kts.dot(cross),
      kss.dot(s.residual()),
      ktt.dot(t.residual()),
      t6.value()
    };
    Matrix x =
        Blas.multiply(t.variance(), Blas.timesTransposed(t6.polar(), s.variance()))
            .addInPlace(1, cross);
    Matrix gamma =
        blocks(
            s.meanSquare().addInPlace(1, s.residual()),
            x,
            t.meanSquare().addInPlace(1, t.residual()));
    int[] used = IntStream.concat(Arrays.stream(source), Arrays.stream(target)).toArray();
    return new LinearForm(used, cross, gamma, terms);
  }

  /** {@code Γ = [[ss, -xᵀ], [-x, tt]]}. */
  private static Matrix blocks(Matrix ss, Matrix x, Matrix tt) {
    int a = ss.rows();
    int n = a + tt.rows();
    Matrix gamma = Matrix.zeros(n, n);
    for (int i = 0; i < a; i++) {
      System.arraycopy(ss.data(), i * a, gamma.data(), i * n, a);
    }
    for (int i = 0; i < tt.rows(); i++) {
      System.arraycopy(tt.data(), i * tt.cols(), gamma.data(), (a + i) * n + a, tt.cols());
      for (int j = 0; j < a; j++) {
        gamma.set(a + i, j, -x.get(i, j));
        gamma.set(j, a + i, -x.get(i, j));
      }
    }
    return gamma;
  }

  /** {@code ∂d²/∂z_i = 4 Σ_j Ω_ij (z_i - z_j)} with {@code Ω = -Γ ∘ K'}. */
  private Matrix gradient(LinearForm form, GaussianKernels kz, Matrix features) {
    int[] used = form.used();
    Matrix slopes = kz.slopes().at(used, used);
    int n = used.length;
    double[] rowSum = new double[n];
    // In place: Γ is not needed any more.
    Matrix omega = form.gamma();
    double[] entries = omega.data();
    double[] factors = slopes.data();
    for (int k = 0; k < entries.length; k++) {
      entries[k] *= -factors[k];
    }
    // Ω is symmetric, so that its columns sum to the same, and these add up side by side.
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rowSum[j] += entries[i * n + j];
      }
    }
    Matrix centred = GaussianKernels.centred(features);
    Matrix z = centred.rows(used);
    Matrix pulled = Blas.multiply(omega, z);
    Matrix gradient = Matrix.zeros(features.rows(), features.cols());
    int p = features.cols();
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < p; c++) {
        gradient.data()[used[i] * p + c] =
            4 * (rowSum[i] * z.data()[i * p + c] - pulled.data()[i * p + c]);
      }
    }
    if (settings.bandwidthGradient()) {
      // dK/dbw = K' D / bw, and the mean squared distance pulls each point from the common mean.
      double byBandwidth = -omega.dot(kz.squaredDistances().at(used, used)) / kz.bandwidth();
      gradient.addInPlace(4 * byBandwidth / (features.rows() - 1), centred);
    }
    return gradient;
  }
}
