package io.gazeshift.glsge.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalTest {

  /** The C library's {@code erfc(x)}, which is twice the tail beyond {@code x√2}. */
  @ParameterizedTest
  @CsvSource({
    "0.1, 0.8875370839817152",
    "0.46875, 0.507386526782062",
    "0.5, 0.4795001221869535",
    "1, 0.15729920705028513",
    "3.9, 3.479224859723177e-8",
    "4.1, 6.700027654084918e-9",
    "6, 2.1519736712498916e-17",
    "15, 7.212994172451206e-100",
    "26, 5.663192408856143e-296",
    "-0.3, 1.3286267594591274",
    "-2, 1.9953222650189528"
  })
  void theTailKeepsItsRelativePrecision(double x, double erfc) {
    // Rounding x√2 alone costs x² times the precision of a double.
    double percent = 5e-13 + 5e-14 * x * x;
    assertThat(2 * Normal.cdf(-x * Math.sqrt(2))).isCloseTo(erfc, withinPercentage(percent));
    assertThat(2 * Normal.between(x * Math.sqrt(2), Double.POSITIVE_INFINITY))
        .isCloseTo(erfc, withinPercentage(percent));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1e-4, 0.02, 0.15, 0.5, 0.85, 0.975, 0.999999})
  void theQuantileUndoesTheDistributionFunction(double probability) {
    assertThat(Normal.cdf(Normal.quantile(probability)))
        .isCloseTo(probability, withinPercentage(1e-12));
  }

  @Test
  void aTinyIntervalInTheTailIsNotLostToCancellation() {
    double expected = Normal.density(10) * 1e-6 * (1 - 5e-6);
    assertThat(Normal.between(10, 10 + 1e-6)).isCloseTo(expected, withinPercentage(1e-6));
    assertThat(Normal.between(-10 - 1e-6, -10)).isCloseTo(expected, withinPercentage(1e-6));
    assertThat(Normal.between(3, 3)).isZero();
  }

  @Test
  void theTruncatedVarianceIsContinuousWhereTheSeriesTakesOver() {
    assertThat(Normal.truncatedVariance(0.02 - 1e-12))
        .isCloseTo(Normal.truncatedVariance(0.02), withinPercentage(1e-6));
    assertThat(Normal.truncatedVariance(20)).isCloseTo(1, Offset.offset(1e-15));
  }

  @Test
  void aProbabilityOfZeroHasNoQuantile() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Normal.quantile(0))
        .withMessageContaining("between 0 and 1");
  }
}
