package io.gazeshift.glsge.kernel;

import static io.gazeshift.glsge.Samples.finiteDifferences;
import static io.gazeshift.glsge.Samples.normal;
import static io.gazeshift.glsge.Samples.permutation;
import static io.gazeshift.glsge.Samples.relu;
import static io.gazeshift.glsge.Samples.weights;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcodTest {

  private final Pcod pcod = new Pcod(KernelSettings.DEFAULT);

  static IntStream seeds() {
    return IntStream.range(0, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theSquaredDiscrepancyIsNeverNegative(int seed) {
    Random random = new Random(seed);
    int ns = 2 + random.nextInt(30);
    int nt = 2 + random.nextInt(30);
    Discrepancy d =
        pcod.between(
            relu(random, ns, 12),
            relu(random, nt, 12),
            normal(random, ns, 2, 0, 0.3),
            normal(random, nt, 2, 0.1, 0.1),
            weights(random, ns));

    assertThat(d.squared()).isGreaterThan(-1e-12);
    assertThat(d.sourceGradient().isFinite()).isTrue();
    assertThat(d.targetGradient().isFinite()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void equalDomainsHaveNoDiscrepancyAndNoGradientOfIt(int seed) {
    Random random = new Random(seed);
    int n = 2 + random.nextInt(40);
    Matrix z = relu(random, n, 20);
    Matrix y = normal(random, n, 2, 0, 0.2);
    int[] order = permutation(random, n);

    Discrepancy d = pcod.unweighted(z, z.rows(order), y, y.rows(order));

    assertThat(d.squared()).isCloseTo(0, offset(1e-11));
    assertThat(d.distanceSlope()).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void unweightedDomainsMayChangePlaces(int seed) {
    Random random = new Random(seed);
    Matrix zs = relu(random, 9, 5);
    Matrix zt = relu(random, 14, 5);
    Matrix ys = normal(random, 9, 2, 0, 0.2);
    Matrix yt = normal(random, 14, 2, 0.1, 0.2);

    Discrepancy there = pcod.unweighted(zs, zt, ys, yt);
    Discrepancy back = pcod.unweighted(zt, zs, yt, ys);

    assertThat(back.squared()).isCloseTo(there.squared(), withinPercentage(1e-9));
    assertThat(worst(back.sourceGradient(), there.targetGradient())).isLessThan(1e-9);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theOrderOfSamplesDoesNotMatter(int seed) {
    Random random = new Random(seed);
    int n = 15;
    Matrix zs = relu(random, n, 10);
    Matrix zt = relu(random, n, 10);
    Matrix ys = normal(random, n, 2, 0, 0.2);
    Matrix yt = normal(random, n, 2, 0.1, 0.2);
    double[] q = weights(random, n);
    int[] s = permutation(random, n);
    int[] t = permutation(random, n);

    Discrepancy plain = pcod.between(zs, zt, ys, yt, q);
    Discrepancy shuffled =
        pcod.between(
            zs.rows(s),
            zt.rows(t),
            ys.rows(s),
            yt.rows(t),
            IntStream.of(s).mapToDouble(i -> q[i]).toArray());

    assertThat(shuffled.squared()).isCloseTo(plain.squared(), withinPercentage(1e-9));
    assertThat(worst(shuffled.sourceGradient(), plain.sourceGradient().rows(s))).isLessThan(1e-9);
    assertThat(worst(shuffled.targetGradient(), plain.targetGradient().rows(t))).isLessThan(1e-9);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 11})
  void theGradientIsThatOfFiniteDifferences(int n) {
    Random random = new Random(n);
    Matrix zs = normal(random, n, 4, 0, 1);
    Matrix zt = normal(random, n + 1, 4, 0.5, 1);
    Matrix ys = normal(random, n, 2, 0, 0.2);
    Matrix yt = normal(random, n + 1, 2, 0.1, 0.2);
    double[] q = weights(random, n);
    Pcod whole = new Pcod(KernelSettings.DEFAULT.withBandwidthGradient(true));

    Discrepancy d = whole.between(zs, zt, ys, yt, q);

    assertThat(
            worst(
                d.sourceGradient(),
                finiteDifferences(zs, 1e-3, z -> whole.between(z, zt, ys, yt, q).squared())))
        .isLessThan(1e-6);
    assertThat(
            worst(
                d.targetGradient(),
                finiteDifferences(zt, 1e-3, z -> whole.between(zs, z, ys, yt, q).squared())))
        .isLessThan(1e-6);
  }

  @Test
  void withItsOwnBandwidthTheDiscrepancyIgnoresTheScaleOfFeatures() {
    Random random = new Random(3);
    Matrix zs = relu(random, 10, 30);
    Matrix zt = relu(random, 10, 30);
    Matrix y = normal(random, 10, 2, 0, 0.2);

    double plain = pcod.unweighted(zs, zt, y, y).squared();
    double scaled =
        pcod.unweighted(zs.copy().scaleInPlace(1e3), zt.copy().scaleInPlace(1e3), y, y).squared();

    assertThat(scaled).isCloseTo(plain, withinPercentage(1e-9));
  }

  @Test
  void samplesWithoutWeightCountOnlyForTheBandwidth() {
    Random random = new Random(5);
    Matrix zs = relu(random, 6, 4);
    Matrix zt = relu(random, 6, 4);
    Matrix y = normal(random, 6, 2, 0, 0.2);
    double[] q = {0.5, 0.5, 0, 0, 0, 0};

    Discrepancy d = pcod.between(zs, zt, y, y, q);

    assertThat(d.sourceGradient().rows(2, 6).data()).containsOnly(0.0);
    assertThat(d.squared()).isFinite().isPositive();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void featuresThatAreDeadInBothDomainsChangeNothing(int seed) {
    Random random = new Random(seed);
    int ns = 2 + random.nextInt(15);
    int nt = 2 + random.nextInt(15);
    Matrix zs = relu(random, ns, 6);
    Matrix zt = relu(random, nt, 6);
    Matrix ys = normal(random, ns, 2, 0, 0.2);
    Matrix yt = normal(random, nt, 2, 0.1, 0.2);
    double[] q = weights(random, ns);

    Discrepancy alive = pcod.between(zs, zt, ys, yt, q);
    Discrepancy d = pcod.between(withDead(zs, 3), withDead(zt, 3), ys, yt, q);

    assertThat(d.squared()).isCloseTo(alive.squared(), offset(1e-12));
    assertThat(worst(d.sourceGradient(), withDead(alive.sourceGradient(), 3))).isLessThan(1e-9);
    assertThat(worst(d.targetGradient(), withDead(alive.targetGradient(), 3))).isLessThan(1e-9);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void featuresThatAreDeadInOneDomainAreNoTrouble(int seed) {
    Random random = new Random(seed);
    Matrix y = normal(random, 9, 2, 0, 0.2);

    Discrepancy some = pcod.unweighted(withDead(relu(random, 9, 2), 4), relu(random, 9, 6), y, y);
    Discrepancy all = pcod.unweighted(relu(random, 9, 6), Matrix.zeros(9, 6), y, y);

    for (Discrepancy d : List.of(some, all)) {
      assertThat(d.squared()).isFinite().isPositive();
      assertThat(d.sourceGradient().isFinite()).isTrue();
      assertThat(d.targetGradient().isFinite()).isTrue();
    }
  }

  /** The same with columns of zeros at the end. */
  private static Matrix withDead(Matrix matrix, int columns) {
    Matrix result = Matrix.zeros(matrix.rows(), matrix.cols() + columns);
    for (int i = 0; i < matrix.rows(); i++) {
      for (int c = 0; c < matrix.cols(); c++) {
        result.set(i, c, matrix.get(i, c));
      }
    }
    return result;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void samplesThatRepeatAreNoTrouble(int seed) {
    Random random = new Random(seed);
    int[] repeated = IntStream.range(0, 60).map(i -> random.nextInt(15)).toArray();
    Matrix zt = relu(random, 15, 8).rows(repeated);
    Matrix yt = normal(random, 15, 2, 0.1, 0.2).rows(repeated);

    Discrepancy d =
        pcod.between(
            relu(random, 60, 8), zt, normal(random, 60, 2, 0, 0.2), yt, weights(random, 60));

    assertThat(d.squared()).isFinite().isPositive();
    assertThat(d.sourceGradient().isFinite()).isTrue();
    assertThat(d.targetGradient().isFinite()).isTrue();
  }

  @Test
  void coincidingSamplesAndConstantLabelsAreNoTrouble() {
    Random random = new Random(6);
    Matrix z = Matrix.zeros(7, 5);
    Matrix y = Matrix.zeros(7, 2);

    Discrepancy nothing = pcod.unweighted(z, z, y, y);
    Discrepancy constantLabels = pcod.unweighted(relu(random, 7, 5), relu(random, 7, 5), y, y);
    Matrix twice = relu(random, 1, 5);
    Discrepancy duplicates =
        pcod.unweighted(
            Matrix.stack(twice, twice),
            relu(random, 2, 5),
            normal(random, 2, 2, 0, 1),
            normal(random, 2, 2, 0, 1));

    assertThat(nothing.squared()).isCloseTo(0, offset(1e-12));
    assertThat(constantLabels.squared()).isFinite().isPositive();
    assertThat(duplicates.sourceGradient().isFinite()).isTrue();
  }

  @Test
  void batchesOfOneSampleWork() {
    Random random = new Random(7);
    Discrepancy d =
        pcod.unweighted(
            relu(random, 1, 5),
            relu(random, 1, 5),
            normal(random, 1, 2, 0, 1),
            normal(random, 1, 2, 0, 1));

    assertThat(d.squared()).isFinite().isNotNegative();
    assertThat(d.targetGradient().isFinite()).isTrue();
  }

  @Test
  void badBatchesAreRejectedWithWhatIsWrong() {
    Random random = new Random(8);
    Matrix z = relu(random, 4, 3);
    Matrix y = normal(random, 4, 2, 0, 1);
    double[] q = ImportanceWeights.uniform(4);
    Matrix broken = z.copy();
    broken.set(2, 1, Double.NaN);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> pcod.between(z, relu(random, 4, 2), y, y, q))
        .withMessageContaining("features 3 and 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pcod.between(z, z, y.rows(0, 3), y, q))
        .withMessageContaining("4 source features, 3 labels");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pcod.between(broken, z, y, y, q))
        .withMessageContaining("finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pcod.between(z, z, y, y, new double[] {1, 1, 0, 0}))
        .withMessageContaining("sum to 1");
  }
}
