package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * PCOD for large batches: its cost grows linearly with the batch, and with the cube of the number
 * of random features.
 *
 * <p>In feature space {@code d² = |C_s - C_t|² + tr Σ_s + tr Σ_t - 2 fidelity(Σ_s, Σ_t)} with the
 * conditional mean operators C and conditional covariances Σ. The first terms come out within a per
 * cent or two. The fidelity does not: few random directions make unlike covariances look alike, by
 * an amount that falls with the root of their number. So it is also taken over each half of the
 * features, and extrapolated to infinitely many.
 *
 * <p>The gradient is that of the value so computed, along the principal directions of the features.
 * Random frequencies point everywhere, also where the features do not vary and the exact gradient
 * has next to nothing: what they say there is noise.
 *
 * <p>Measured errors are in the README of this module. For batches of a few hundred {@link Pcod} is
 * both exact and faster.
 */
public final class RandomFeaturePcod implements ConditionalDiscrepancy {

  /** With a bias of {@code c / √D}, full - (half - full) / (√2 - 1) has none. */
  private static final double EXTRAPOLATION = 1 / (Math.sqrt(2) - 1);

  /** The share of the features' variance whose directions the gradient keeps. */
  private static final double GRADIENT_SHARE = 0.97;

  /** What costs about a fortieth of the exact computation for 2,000 samples in each domain. */
  public static final int DEFAULT_FEATURES = 480;

  private static final double LABEL_REST = 1e-3;
  private static final int MAX_LABEL_COLUMNS = 256;

  private final KernelSettings settings;
  private final int perKernel;
  private final long seed;

  /**
   * @param settings without smoothing and with the bandwidth held fixed
   * @param features how many random features, over all kernels; rounded up to what divides evenly
   */
  public RandomFeaturePcod(KernelSettings settings, int features, long seed) {
    if (settings.smoothing() != 0 || settings.bandwidthGradient()) {
      throw new IllegalArgumentException(
          "random features know neither a smoothed norm nor a gradient by the bandwidth; use the"
              + " exact discrepancy for these");
    }
    if (features < 4 * settings.multipliers().length) {
      throw new IllegalArgumentException(
          "%d random features are too few for %d kernels; use %d or more"
              .formatted(
                  features, settings.multipliers().length, 4 * settings.multipliers().length));
    }
    this.settings = settings;
    int pairs = 2 * settings.multipliers().length;
    // Even, so that the frequencies of each kernel fall into two equal halves.
    int each = (features + pairs - 1) / pairs;
    this.perKernel = each + each % 2;
    this.seed = seed;
  }

  /** The number of features actually used. */
  public int features() {
    return 2 * perKernel * settings.multipliers().length;
  }

  @Override
  public Discrepancy between(
      Matrix sourceFeatures,
      Matrix targetFeatures,
      Matrix sourceLabels,
      Matrix targetLabels,
      double[] sourceWeights) {
    Batches.require(sourceFeatures, targetFeatures, sourceLabels, targetLabels, sourceWeights);
    Matrix points = GaussianKernels.centred(Matrix.stack(sourceFeatures, targetFeatures));
    Discrepancy d =
        between(
            points,
            LabelFactor.bandwidth(points),
            Matrix.stack(sourceLabels, targetLabels),
            sourceWeights);
    Matrix directions = principalDirections(points);
    return new Discrepancy(
        d.t1(),
        d.t2(),
        d.t3(),
        d.t4(),
        d.t5(),
        d.t6(),
        d.squared(),
        along(directions, d.sourceGradient()),
        along(directions, d.targetGradient()));
  }

  /** The directions that hold most of the points' variance, one a row. */
  private static Matrix principalDirections(Matrix points) {
    SymmetricEigen eigen = SymmetricEigen.of(Blas.transposedGram(points));
    double total = Arrays.stream(eigen.values()).sum();
    double held = 0;
    int count = 0;
    while (count < points.cols() && held < GRADIENT_SHARE * total) {
      held += eigen.values()[count++];
    }
    return eigen.vectors().rows(0, count);
  }

  private static Matrix along(Matrix directions, Matrix gradient) {
    return Blas.multiply(Blas.timesTransposed(gradient, directions), directions);
  }

  /** The same for the points of both domains, source first, at a given bandwidth. */
  Discrepancy between(Matrix points, double bandwidth, Matrix bothLabels, double[] sourceWeights) {
    double[] multipliers = settings.multipliers();
    int ns = sourceWeights.length;
    int nt = points.rows() - ns;
    Matrix frequencies =
        RandomFeatures.frequencies(points.cols(), perKernel, bandwidth, multipliers, seed);
    Matrix labels = LabelFactor.of(bothLabels, multipliers, LABEL_REST, MAX_LABEL_COLUMNS);
    Domain s = new Domain(points.rows(0, ns), frequencies, labels.rows(0, ns), sourceWeights);
    Domain t =
        new Domain(
            points.rows(ns, ns + nt),
            frequencies,
            labels.rows(ns, ns + nt),
            ImportanceWeights.uniform(nt));

    Fidelity fidelity = extrapolated(s.covariance, t.covariance);
    double t1 = s.mean.dot(s.mean);
    double t2 = t.mean.dot(t.mean);
    double t3 = s.mean.dot(t.mean);
    double t4 = trace(s.covariance);
    double t5 = trace(t.covariance);
    double t6 = fidelity.value();
    Matrix difference = s.mean.copy().addInPlace(-1, t.mean);
    return new Discrepancy(
        t1,
        t2,
        t3,
        t4,
        t5,
        t6,
        t1 + t2 - 2 * t3 + t4 + t5 - 2 * t6,
        s.gradient(difference, 1, fidelity.mapOfS()),
        t.gradient(difference, -1, fidelity.mapOfT()));
  }

  private Fidelity extrapolated(Matrix s, Matrix t) {
    Fidelity whole = Fidelity.of(s, t);
    double value = (1 + EXTRAPOLATION) * whole.value();
    Matrix mapOfS = whole.mapOfS().scaleInPlace(1 + EXTRAPOLATION);
    Matrix mapOfT = whole.mapOfT().scaleInPlace(1 + EXTRAPOLATION);
    for (int parity = 0; parity < 2; parity++) {
      int first = parity;
      int[] half = IntStream.range(0, s.rows()).filter(k -> k % 2 == first).toArray();
      // Half as many features are each √2 as large, so both covariances are twice their block: the
      // factor 2 of that meets the ½ of the mean over the halves.
      Fidelity part = Fidelity.of(s.at(half, half), t.at(half, half));
      value -= EXTRAPOLATION * part.value();
      subtractAt(half, EXTRAPOLATION, part.mapOfS(), mapOfS);
      subtractAt(half, EXTRAPOLATION, part.mapOfT(), mapOfT);
    }
    return new Fidelity(value, mapOfS, mapOfT);
  }

  private static void subtractAt(int[] places, double factor, Matrix part, Matrix whole) {
    for (int i = 0; i < places.length; i++) {
      for (int j = 0; j < places.length; j++) {
        whole.data()[places[i] * whole.cols() + places[j]] -= factor * part.get(i, j);
      }
    }
  }

  private static double trace(Matrix matrix) {
    double sum = 0;
    for (int i = 0; i < matrix.rows(); i++) {
      sum += matrix.get(i, i);
    }
    return sum;
  }

  /** One domain in feature space. */
  private final class Domain {

    private final int[] used;
    private final int samples;
    private final RandomFeatures features;

    /** {@code E = Q Ψ (Ψᵀ Q Ψ + εI)⁻¹}. */
    private final Matrix meanWeights;

    /** {@code C = Eᵀ Φ}. */
    private final Matrix mean;

    /** {@code R Φ}. */
    private final Matrix residual;

    /** {@code Σ = Φᵀ R Φ}. */
    private final Matrix covariance;

    Domain(Matrix points, Matrix frequencies, Matrix labels, double[] weights) {
      this.used = Batches.withWeight(weights);
      this.samples = points.rows();
      double[] q = Arrays.stream(used).mapToDouble(i -> weights[i]).toArray();
      Matrix psi = labels.rows(used);
      this.features = RandomFeatures.of(points.rows(used), frequencies, perKernel);
      Matrix phi = features.values();

      Matrix weighted = scaleRows(psi.copy(), q);
      Matrix inner = Blas.transposedTimes(psi, weighted).addToDiagonalInPlace(settings.ridge());
      this.meanWeights = Cholesky.of(inner).solve(weighted.transpose()).transpose();
      this.mean = Blas.transposedTimes(meanWeights, phi);

      // R = B (I - G (GᵀG + εI)⁻¹ Gᵀ) Bᵀ with G = Bᵀ Ψ, by the identity of Woodbury.
      double[] root = Arrays.stream(q).map(Math::sqrt).toArray();
      Matrix centredPhi = scaleRows(aroundWeightedMean(phi, q), root);
      Matrix g = scaleRows(aroundWeightedMean(psi, q), root);
      Matrix explained =
          Cholesky.of(Blas.transposedGram(g).addToDiagonalInPlace(settings.ridge()))
              .solve(Blas.transposedTimes(g, centredPhi));
      Matrix rest = centredPhi.copy().addInPlace(-1, Blas.multiply(g, explained));
      this.covariance = symmetrised(Blas.transposedTimes(centredPhi, rest));
      this.residual = timesB(rest, q, root);
    }

    /** The gradient of d² by the points of all samples. */
    Matrix gradient(Matrix meanDifference, double sign, Matrix fidelityMap) {
      Matrix byFeatures = Blas.multiply(meanWeights, meanDifference).scaleInPlace(2 * sign);
      byFeatures.addInPlace(2, residual);
      byFeatures.addInPlace(-2, Blas.multiply(residual, fidelityMap));
      Matrix byPoints = features.pullBack(byFeatures);
      Matrix result = Matrix.zeros(samples, byPoints.cols());
      for (int i = 0; i < used.length; i++) {
        System.arraycopy(
            byPoints.data(),
            i * byPoints.cols(),
            result.data(),
            used[i] * byPoints.cols(),
            byPoints.cols());
      }
      return result;
    }
  }

  private static Matrix scaleRows(Matrix matrix, double[] factors) {
    int cols = matrix.cols();
    for (int i = 0; i < factors.length; i++) {
      for (int c = 0; c < cols; c++) {
        matrix.data()[i * cols + c] *= factors[i];
      }
    }
    return matrix;
  }

  private static Matrix aroundWeightedMean(Matrix matrix, double[] q) {
    int cols = matrix.cols();
    double[] mean = new double[cols];
    for (int i = 0; i < q.length; i++) {
      for (int c = 0; c < cols; c++) {
        mean[c] += q[i] * matrix.data()[i * cols + c];
      }
    }
    Matrix result = matrix.copy();
    for (int i = 0; i < q.length; i++) {
      for (int c = 0; c < cols; c++) {
        result.data()[i * cols + c] -= mean[c];
      }
    }
    return result;
  }

  /** {@code B X} with {@code B = diag(√q) - q √qᵀ}. */
  private static Matrix timesB(Matrix matrix, double[] q, double[] root) {
    int cols = matrix.cols();
    double[] sum = new double[cols];
    for (int i = 0; i < q.length; i++) {
      for (int c = 0; c < cols; c++) {
        sum[c] += root[i] * matrix.data()[i * cols + c];
      }
    }
    Matrix result = scaleRows(matrix.copy(), root);
    for (int i = 0; i < q.length; i++) {
      for (int c = 0; c < cols; c++) {
        result.data()[i * cols + c] -= q[i] * sum[c];
      }
    }
    return result;
  }

  private static Matrix symmetrised(Matrix matrix) {
    int n = matrix.rows();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double mean = 0.5 * (matrix.get(i, j) + matrix.get(j, i));
        matrix.set(i, j, mean);
        matrix.set(j, i, mean);
      }
    }
    return matrix;
  }
}
