package io.gazeshift.targets.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ErrorHistogramTest {

  @Test
  void theMedianIsThatOfTheErrorsToOnePercent() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      double[] errors =
          random
              .doubles(1 + 2 * random.nextInt(300))
              .map(u -> Math.exp(random.nextDouble(-3, 10)) * u + 0.02)
              .toArray();
      ErrorHistogram histogram = new ErrorHistogram();
      Arrays.stream(errors).forEach(histogram::add);
      Arrays.sort(errors);

      assertThat(histogram.count()).isEqualTo(errors.length);
      assertThat(histogram.median().orElseThrow())
          .isCloseTo(errors[errors.length / 2], withinPercentage(1.01));
    }
  }

  @Test
  void aGazeThatHitNothingIsInfinitelyFarOff() {
    ErrorHistogram histogram = new ErrorHistogram();
    assertThat(histogram.median()).isEmpty();
    histogram.add(3);
    histogram.add(Double.POSITIVE_INFINITY);
    histogram.add(5);
    assertThat(histogram.median().orElseThrow()).isCloseTo(5, withinPercentage(1.01));
    histogram.add(Double.POSITIVE_INFINITY);
    histogram.add(Double.POSITIVE_INFINITY);

    assertThat(histogram.median()).hasValue(Double.POSITIVE_INFINITY);
  }

  @Test
  void whatIsNoErrorIsRejected() {
    ErrorHistogram histogram = new ErrorHistogram();

    assertThatThrownBy(() -> histogram.add(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> histogram.add(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
