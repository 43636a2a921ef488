package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * PCOD for large batches: its cost grows linearly with the batch, and with the cube of the number
 * of features. A feature is the kernel with a sample of the batch drawn at random, half of them
 * from each domain; source samples are drawn by their weight.
 *
 * <p>In feature space {@code d² = |C_s - C_t|² + tr Σ_s + tr Σ_t - 2 fidelity(Σ_s, Σ_t)} with the
 * conditional mean operators C and conditional covariances Σ. What features leave out is, of the
 * kernel of each sample with itself, known and added. Of the fidelity it is not, but shrinks as the
 * number of features grows: so that is also taken over half of them, and extrapolated to all
 * samples.
 *
 * <p>The gradient is that of the value so computed, for a given bandwidth and draw. It gathers at
 * the samples that were drawn: the gradient by a network's weights is far closer to the exact one
 * than that by single samples.
 *
 * <p>Measured errors are in the README of this module. For batches of a few hundred {@link Pcod} is
 * exact and about as fast.
 */
public final class RandomFeaturePcod implements ConditionalDiscrepancy {

  /** What costs less than a twentieth of the exact computation for 2,000 samples in each domain. */
  public static final int DEFAULT_FEATURES = 400;

  public static final int FEWEST_FEATURES = 4;

  /** Below what the features leave out: a tenth of it changes no error in the README's table. */
  private static final double LABEL_REST = 1e-2;

  private static final int MAX_LABEL_COLUMNS = 256;

  private final KernelSettings settings;
  private final int features;
  private final long seed;

  /**
   * @param settings without smoothing and with the bandwidth held fixed
   * @param features how many random features; where samples are fewer, all of them serve
   */
  public RandomFeaturePcod(KernelSettings settings, int features, long seed) {
    if (settings.smoothing() != 0 || settings.bandwidthGradient()) {
      throw new IllegalArgumentException(
          "random features support neither a smoothed norm nor a bandwidth gradient; use"
              + " the exact discrepancy for these");
    }
    if (features < FEWEST_FEATURES) {
      throw new IllegalArgumentException(
          "%d random features are too few; use %d or more".formatted(features, FEWEST_FEATURES));
    }
    this.settings = settings;
    this.features = features;
    this.seed = seed;
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
    return between(
        points,
        LabelFactor.bandwidth(points),
        Matrix.stack(sourceLabels, targetLabels),
        sourceWeights);
  }

  /** The same for the points of both domains, source first, at a given bandwidth. */
  Discrepancy between(Matrix points, double bandwidth, Matrix bothLabels, double[] sourceWeights) {
    double[] multipliers = settings.multipliers();
    int ns = sourceWeights.length;
    int[] used =
        IntStream.concat(
                Arrays.stream(Batches.withWeight(sourceWeights)),
                IntStream.range(ns, points.rows()))
            .toArray();
    int nt = points.rows() - ns;
    int split = used.length - nt;
    double[] q = IntStream.range(0, split).mapToDouble(i -> sourceWeights[used[i]]).toArray();

    LandmarkFeatures map =
        new LandmarkFeatures(
            points.rows(used), landmarks(q, nt), new KernelRates(bandwidth, multipliers));
    Matrix phi = map.values();
    Matrix psi = LabelFactor.of(bothLabels, multipliers, LABEL_REST, MAX_LABEL_COLUMNS).rows(used);
    ConditionalMoments s =
        ConditionalMoments.of(phi.rows(0, split), psi.rows(0, split), q, settings.ridge());
    ConditionalMoments t =
        ConditionalMoments.of(
            phi.rows(split, used.length),
            psi.rows(split, used.length),
            ImportanceWeights.uniform(nt),
            settings.ridge());
    double[] rest = map.rest();
    double[] sourceRest = Arrays.copyOfRange(rest, 0, split);
    double[] targetRest = Arrays.copyOfRange(rest, split, used.length);

    Fidelity fidelity = extrapolated(s.covariance(), t.covariance(), used.length);
    double t1 = s.mean().dot(s.mean()) + dot(s.meanDiagonal(), sourceRest);
    double t2 = t.mean().dot(t.mean()) + dot(t.meanDiagonal(), targetRest);
    double t3 = s.mean().dot(t.mean());
    double t4 = trace(s.covariance()) + dot(s.covarianceDiagonal(), sourceRest);
    double t5 = trace(t.covariance()) + dot(t.covarianceDiagonal(), targetRest);
    double t6 = fidelity.value();

    Matrix difference = s.mean().copy().addInPlace(-1, t.mean());
    Matrix byFeatures =
        Matrix.stack(
            byFeatures(s, phi.rows(0, split), difference, fidelity.mapOfS()),
            byFeatures(
                t, phi.rows(split, used.length), difference.scaleInPlace(-1), fidelity.mapOfT()));
    Matrix gradient = spread(map.pullBack(byFeatures), used, points.rows());
    return new Discrepancy(
        t1,
        t2,
        t3,
        t4,
        t5,
        t6,
        t1 + t2 - 2 * t3 + t4 + t5 - 2 * t6,
        gradient.rows(0, ns),
        gradient.rows(ns, points.rows()));
  }

  /** Samples of the source and the target in turn, so that any first few hold both. */
  private int[] landmarks(double[] sourceWeights, int targets) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] source = drawn(sourceWeights, random);
    int[] target = drawn(ImportanceWeights.uniform(targets), random);
    int count = Math.min(features, source.length + targets);
    int[] result = new int[count];
    int s = 0;
    int t = 0;
    for (int k = 0; k < count; k++) {
      boolean fromSource = t == targets || (s < source.length && s <= t);
      result[k] = fromSource ? source[s++] : source.length + target[t++];
    }
    return result;
  }

  /** All places in the order in which draws by weight, without putting back, would take them. */
  private static int[] drawn(double[] weights, SplittableRandom random) {
    double[] arrival =
        Arrays.stream(weights).map(w -> -Math.log(1 - random.nextDouble()) / w).toArray();
    return IntStream.range(0, weights.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> arrival[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * What is missing falls as {@code 1/m - 1/n} with the number m of landmarks among n samples, so
   * that twice as many leave this share of what the second half of them brought.
   */
  private static Fidelity extrapolated(Matrix s, Matrix t, int samples) {
    Fidelity whole = Fidelity.of(s, t);
    double share = 1 - (double) s.rows() / samples;
    if (share == 0) {
      return whole;
    }
    int[] first = IntStream.range(0, s.rows() / 2).toArray();
    Fidelity half = Fidelity.of(s.at(first, first), t.at(first, first));
    return new Fidelity(
        (1 + share) * whole.value() - share * half.value(),
        extrapolated(whole.mapOfS(), half.mapOfS(), share),
        extrapolated(whole.mapOfT(), half.mapOfT(), share));
  }

  private static Matrix extrapolated(Matrix whole, Matrix leading, double share) {
    whole.scaleInPlace(1 + share);
    for (int i = 0; i < leading.rows(); i++) {
      for (int j = 0; j < leading.cols(); j++) {
        whole.data()[i * whole.cols() + j] -= share * leading.get(i, j);
      }
    }
    return whole;
  }

  /** The gradient of d² by the features of one domain. */
  private static Matrix byFeatures(
      ConditionalMoments domain, Matrix phi, Matrix meanDifference, Matrix fidelityMap) {
    Matrix byCovariance = fidelityMap.copy().scaleInPlace(-1).addToDiagonalInPlace(1);
    Matrix result =
        Blas.multiply(domain.meanWeights(), meanDifference)
            .addInPlace(1, Blas.multiply(domain.residual(), byCovariance));
    int cols = result.cols();
    for (int i = 0; i < result.rows(); i++) {
      double weight = domain.meanDiagonal()[i] + domain.covarianceDiagonal()[i];
      for (int c = 0; c < cols; c++) {
        int place = i * cols + c;
        result.data()[place] = 2 * (result.data()[place] - weight * phi.data()[place]);
      }
    }
    return result;
  }

  private static Matrix spread(Matrix rows, int[] places, int count) {
    int cols = rows.cols();
    Matrix result = Matrix.zeros(count, cols);
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(rows.data(), i * cols, result.data(), places[i] * cols, cols);
    }
    return result;
  }

  private static double trace(Matrix matrix) {
    double sum = 0;
    for (int i = 0; i < matrix.rows(); i++) {
      sum += matrix.get(i, i);
    }
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
