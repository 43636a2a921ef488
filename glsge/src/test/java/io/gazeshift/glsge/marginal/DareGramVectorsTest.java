package io.gazeshift.glsge.marginal;

import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.load;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** DARE-GRAM and its exact gradient against reference vectors. */
class DareGramVectorsTest {

  static List<JsonNode> cases() {
    return list(load("daregram.json").get("cases"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theTermAndItsExactGradientMatch(JsonNode c) {
    Marginal m = evaluate(c, true);

    assertThat(m.kept()).isEqualTo(c.get("k").asInt());
    assertThat(m.angle()).isCloseTo(c.get("angle").asDouble(), withinPercentage(1e-8));
    assertThat(m.scale()).isCloseTo(c.get("scale").asDouble(), withinPercentage(1e-8));
    assertThat(m.loss()).isCloseTo(c.get("loss").asDouble(), withinPercentage(1e-8));
    assertThat(worst(m.sourceGradient(), matrix(c.get("grad1_exact")))).isLessThan(1e-10);
    assertThat(worst(m.targetGradient(), matrix(c.get("grad2_exact")))).isLessThan(1e-10);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatAutomaticDifferentiationGivesCanBeHadToo(JsonNode c) {
    Marginal m = evaluate(c, false);

    assertThat(worst(m.sourceGradient(), matrix(c.get("grad1_constrank")))).isLessThan(1e-10);
    assertThat(worst(m.targetGradient(), matrix(c.get("grad2_constrank")))).isLessThan(1e-10);
  }

  private static Marginal evaluate(JsonNode c, boolean exact) {
    return new DareGram(
            new DareGramSettings(
                c.get("threshold").asDouble(),
                c.get("w_angle").asDouble(),
                c.get("w_scale").asDouble(),
                exact))
        .between(matrix(c.get("H1")), matrix(c.get("H2")));
  }
}
