package io.gazeshift.glsge.marginal;

import static io.gazeshift.glsge.Samples.finiteDifferences;
import static io.gazeshift.glsge.Samples.normal;
import static io.gazeshift.glsge.Samples.permutation;
import static io.gazeshift.glsge.Samples.relu;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DareGramTest {

  private final DareGram dareGram = new DareGram(DareGramSettings.DEFAULT);

  static IntStream seeds() {
    return IntStream.range(0, 15);
  }

  @ParameterizedTest
  @CsvSource({"6, 12, 0.9", "8, 5, 0.95", "20, 7, 0.8", "2, 6, 0.9", "9, 9, 0.97"})
  void theGradientIsThatOfFiniteDifferences(int n, int p, double threshold) {
    Random random = new Random(n * 31 + p);
    Matrix a = normal(random, n, p, 0.3, 1);
    Matrix b = normal(random, n + 1, p, 0, 0.8);
    DareGram term = new DareGram(new DareGramSettings(threshold, 0.05, 0.001, true));

    Marginal m = term.between(a, b);

    assertThat(
            worst(m.sourceGradient(), finiteDifferences(a, 1e-4, x -> term.between(x, b).loss())))
        .isLessThan(1e-6);
    assertThat(
            worst(m.targetGradient(), finiteDifferences(b, 1e-4, x -> term.between(a, x).loss())))
        .isLessThan(1e-6);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void equalBatchesInAnyOrderDoNotDiffer(int seed) {
    Random random = new Random(seed);
    Matrix z = relu(random, 12, 20);

    Marginal m = dareGram.between(z, z.rows(permutation(random, 12)));

    assertThat(m.loss()).isCloseTo(0, offset(1e-12));
    assertThat(m.sourceGradient().isFinite()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theOrderOfSamplesAndDomainsDoesNotMatter(int seed) {
    Random random = new Random(seed);
    Matrix a = relu(random, 12, 20);
    Matrix b = relu(random, 9, 20);
    int[] order = permutation(random, 12);

    Marginal plain = dareGram.between(a, b);
    Marginal shuffled = dareGram.between(a.rows(order), b);
    Marginal swapped = dareGram.between(b, a);

    assertThat(shuffled.loss()).isCloseTo(plain.loss(), withinPercentage(1e-9));
    assertThat(swapped.loss()).isCloseTo(plain.loss(), withinPercentage(1e-9));
    assertThat(worst(shuffled.sourceGradient(), plain.sourceGradient().rows(order)))
        .isLessThan(1e-9);
    assertThat(worst(swapped.targetGradient(), plain.sourceGradient())).isLessThan(1e-9);
  }

  @Test
  void deadFeaturesCountAsUnlikeAndHaveNoGradient() {
    Random random = new Random(2);
    for (int n : new int[] {5, 40}) {
      Matrix a = relu(random, n, 8);
      Matrix b = relu(random, n, 8);
      for (int i = 0; i < n; i++) {
        a.set(i, 3, 0);
        b.set(i, 3, 0);
      }
      Marginal m = dareGram.between(a, b);
      for (int i = 0; i < n; i++) {
        assertThat(m.sourceGradient().get(i, 3)).isCloseTo(0, offset(1e-15));
      }
      assertThat(m.angle()).isGreaterThan(1.0 / 9);
    }
  }

  @Test
  void batchesWithoutVariationAndOfTwoSamplesAreNoTrouble() {
    Random random = new Random(3);
    Matrix zeros = Matrix.zeros(6, 10);
    Matrix same = Matrix.zeros(6, 10);
    for (int i = 0; i < 60; i++) {
      same.data()[i] = i % 10;
    }
    for (Matrix other : new Matrix[] {relu(random, 6, 10), zeros, same, relu(random, 2, 10)}) {
      Marginal m = dareGram.between(zeros, other);
      Marginal n = dareGram.between(other, same);
      assertThat(m.loss()).isFinite();
      assertThat(n.loss()).isFinite();
      assertThat(m.sourceGradient().isFinite()).isTrue();
      assertThat(m.targetGradient().isFinite()).isTrue();
      assertThat(n.sourceGradient().isFinite()).isTrue();
      assertThat(n.targetGradient().isFinite()).isTrue();
    }
  }

  @Test
  void batchesOfDifferentWidthAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> dareGram.between(Matrix.zeros(3, 4), Matrix.zeros(3, 5)))
        .withMessageContaining("4 and 5");
  }
}
