package io.gazeshift.glsge.kernel;

import static io.gazeshift.glsge.Vectors.heldOut;
import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.numbers;
import static io.gazeshift.glsge.Vectors.relative;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** PCOD on hostile batches, against plain inverses and complex steps. */
class HeldOutPcodTest {

  private static final double TOLERANCE = 1e-9;

  static Stream<? extends Arguments> cases() {
    return list(heldOut("pcod")).stream()
        .map(c -> Arguments.argumentSet(c.get("name").asText(), c));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void termsAndGradientMatch(JsonNode c) {
    Matrix zs = matrix(c.get("zs"));
    Matrix zt = matrix(c.get("zt"));
    double[] multipliers = numbers(c.get("multipliers"));
    Discrepancy d =
        new Pcod(
                KernelSettings.DEFAULT
                    .withMultipliers(multipliers)
                    .withRidge(c.get("eps").asDouble()))
            .between(zs, zt, matrix(c.get("ys")), matrix(c.get("yt")), numbers(c.get("q")));

    double[] expected = numbers(c.get("terms"));
    double[] terms = {d.t1(), d.t2(), d.t3(), d.t4(), d.t5(), d.t6()};
    double size = expected[0] + expected[1] + expected[3] + expected[4];
    for (int i = 0; i < terms.length; i++) {
      assertThat(Math.abs(terms[i] - expected[i]))
          .as("t%d", i + 1)
          .isLessThanOrEqualTo(TOLERANCE * Math.abs(expected[i]) + 1e-15 * size);
    }
    // d² may be all cancellation: what is left is measured by what was subtracted.
    assertThat(Math.abs(d.squared() - c.get("squared").asDouble())).isLessThan(TOLERANCE * size);
    assertThat(d.squared()).isGreaterThan(-1e-12 * size);
    Matrix features = Matrix.stack(zs, zt);
    assertThat(
            relative(
                GaussianKernels.of(features, multipliers, false).bandwidth(),
                c.get("bandwidth").asDouble()))
        .isLessThan(TOLERANCE);
    Matrix gradient = Matrix.stack(d.sourceGradient(), d.targetGradient());
    assertThat(gradient.isFinite()).isTrue();
    if (c.get("smooth").asBoolean()) {
      // Between equal domains the gradient is 0, and so is what it could be compared with.
      double rounding = 1e-14 * size / Math.sqrt(c.get("bandwidth").asDouble());
      assertThat(worst(gradient, matrix(c.get("gradient")), rounding)).isLessThan(TOLERANCE);
    }
  }
}
