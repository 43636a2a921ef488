package io.gazeshift.glsge.marginal;

import static io.gazeshift.glsge.Vectors.heldOut;
import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** DARE-GRAM on hostile batches, against full Gram matrices and complex steps. */
class HeldOutDareGramTest {

  private static final double TOLERANCE = 1e-9;

  static Stream<? extends Arguments> cases() {
    return list(heldOut("daregram")).stream()
        .map(c -> Arguments.argumentSet(c.get("name").asText(), c));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theTermAndItsGradientMatch(JsonNode c) {
    Marginal m =
        new DareGram(
                new DareGramSettings(
                    c.get("threshold").asDouble(),
                    c.get("angle_weight").asDouble(),
                    c.get("scale_weight").asDouble(),
                    true))
            .between(matrix(c.get("zs")), matrix(c.get("zt")));

    assertThat(m.kept()).isEqualTo(c.get("kept").asInt());
    assertClose(m.angle(), c.get("angle"));
    assertClose(m.scale(), c.get("scale"));
    assertClose(m.loss(), c.get("loss"));
    assertThat(worst(m.sourceGradient(), matrix(c.get("source_gradient")))).isLessThan(TOLERANCE);
    assertThat(worst(m.targetGradient(), matrix(c.get("target_gradient")))).isLessThan(TOLERANCE);
  }

  /** Tiny angles and differences of eigenvalues keep only what numbers of 1 to 100 can hold. */
  private static void assertClose(double actual, JsonNode expected) {
    assertThat(Math.abs(actual - expected.asDouble()))
        .isLessThan(TOLERANCE * expected.asDouble() + 1e-14);
  }
}
