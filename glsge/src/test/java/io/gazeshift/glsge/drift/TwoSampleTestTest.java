package io.gazeshift.glsge.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TwoSampleTestTest {

  private final TwoSampleTest test = new TwoSampleTest(99, 150, 7);

  @Test
  void samplesOfOneDistributionDifferAboutAsOftenAsTheSignificanceSays() {
    long alarms =
        IntStream.range(0, 60)
            .filter(
                seed ->
                    test.compare(normal(seed, 60, 4, 0, 1), normal(seed + 1000, 60, 4, 0, 1))
                        .differ(0.05))
            .count();
    // 3 are expected; 10 or more have a chance of one in a thousand.
    assertThat(alarms).isLessThan(10);
  }

  @Test
  void aShiftedMeanIsNoticed() {
    assertThat(test.compare(normal(1, 100, 8, 0, 1), normal(2, 100, 8, 0.6, 1)).pValue())
        .isEqualTo(0.01);
  }

  @Test
  void anotherSpreadAboutTheSameMeanIsNoticed() {
    assertThat(test.compare(normal(1, 150, 2, 0, 1), normal(2, 150, 2, 0, 2)).differ(0.02))
        .isTrue();
  }

  @Test
  void theOrderOfTheSamplesDoesNotMatterToTheDiscrepancy() {
    Matrix a = normal(1, 40, 3, 0, 1);
    Matrix b = normal(2, 50, 3, 0.3, 1);
    int[] backwards = IntStream.range(0, 40).map(i -> 39 - i).toArray();
    double there = test.compare(a, b).discrepancy();
    assertThat(test.compare(a.rows(backwards), b).discrepancy())
        .isCloseTo(there, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(test.compare(b, a).discrepancy())
        .isCloseTo(there, org.assertj.core.data.Offset.offset(1e-9));
  }

  @Test
  void equalSamplesAreNoReasonForAlarm() {
    Matrix constant = Matrix.zeros(20, 3);
    TwoSampleTest.Result result = test.compare(constant, constant);
    assertThat(result.discrepancy()).isZero();
    assertThat(result.pValue()).isEqualTo(1);
  }

  @Test
  void moreSamplesThanAskedForAreThinnedOut() {
    TwoSampleTest few = new TwoSampleTest(19, 20, 1);
    assertThat(few.compare(normal(1, 5000, 2, 0, 1), normal(2, 5000, 2, 3, 1)).differ(0.05))
        .isTrue();
  }

  @Test
  void whatCannotBeComparedIsRejected() {
    Matrix good = normal(1, 10, 3, 0, 1);
    assertThatThrownBy(() -> test.compare(good, normal(1, 10, 2, 0, 1)))
        .hasMessageContaining("3 and of 2 numbers");
    assertThatThrownBy(() -> test.compare(good, normal(1, 4, 3, 0, 1)))
        .hasMessageContaining("at least 5 samples");
    Matrix broken = normal(1, 10, 3, 0, 1);
    broken.set(2, 1, Double.NaN);
    assertThatThrownBy(() -> test.compare(broken, good)).hasMessageContaining("finite");
  }

  private static Matrix normal(long seed, int rows, int cols, double mean, double sigma) {
    Random random = new Random(seed);
    Matrix matrix = Matrix.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        matrix.set(i, j, mean + sigma * random.nextGaussian());
      }
    }
    return matrix;
  }
}
