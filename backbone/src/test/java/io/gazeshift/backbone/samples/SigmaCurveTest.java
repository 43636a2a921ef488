package io.gazeshift.backbone.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SigmaCurveTest {

  @Test
  void normalErrorsWithTheirOwnSigmaLieOnTheNormalCurve() {
    Random random = new Random(3);
    double[] errors = new double[40_000];
    double[] sigmas = new double[errors.length];
    for (int i = 0; i < errors.length; i++) {
      sigmas[i] = 1 + 4 * random.nextDouble();
      errors[i] = sigmas[i] * random.nextGaussian();
    }
    assertThat(SigmaCurve.of(errors, sigmas).points())
        .extracting(SigmaCurve.Point::share)
        .usingElementComparator((a, b) -> Math.abs(a - b) < 0.01 ? 0 : Double.compare(a, b))
        .containsExactly(0.383, 0.683, 0.866, 0.954, 0.997);
  }

  @Test
  void tooSmallASigmaContainsTooFewErrors() {
    double[] errors = {1, -2, 3, -4};
    assertThat(share(SigmaCurve.of(errors, 2), 1)).isEqualTo(0.5);
    assertThat(share(SigmaCurve.of(errors, 4), 1)).isEqualTo(1);
    assertThat(share(SigmaCurve.of(errors, 1), 3)).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void isReadAsASentence() {
    assertThat(SigmaCurve.of(new double[] {1.2, 3}, 2))
        .hasToString(
            "0 % within 0.5σ, 50 % within 1σ, 100 % within 1.5σ, 100 % within 2σ, 100 % within 3σ");
  }

  @Test
  void errorsAndSigmasMustBelongTogether() {
    assertThatThrownBy(() -> SigmaCurve.of(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 2 and 3");
  }

  private static double share(SigmaCurve curve, double sigmas) {
    return curve.points().stream()
        .filter(point -> point.sigmas() == sigmas)
        .findFirst()
        .orElseThrow()
        .share();
  }
}
