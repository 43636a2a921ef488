package io.gazeshift.glsge.train;

import static io.gazeshift.glsge.Vectors.heldOut;
import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.numbers;
import static io.gazeshift.glsge.Vectors.relative;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loss, optimiser and error against vectors that were made apart from this code. */
class HeldOutTrainingTest {

  static List<JsonNode> losses() {
    return list(heldOut("l1"));
  }

  static List<JsonNode> angles() {
    return list(heldOut("angles"));
  }

  @ParameterizedTest
  @MethodSource("losses")
  void theWeightedErrorMatches(JsonNode c) {
    WeightedL1 l1 =
        WeightedL1.of(matrix(c.get("predictions")), matrix(c.get("labels")), numbers(c.get("q")));

    assertThat(relative(l1.value(), c.get("value").asDouble())).isLessThan(1e-14);
    assertThat(worst(l1.gradient(), matrix(c.get("gradient")))).isLessThan(1e-15);
  }

  @Test
  void adamAlongACosineMatchesForGradientsOfAnySize() {
    JsonNode c = heldOut("adam");
    float[][] values = {floats(c.get("start"))};
    Adam adam = new Adam(values[0].length);
    int steps = c.get("steps").asInt();
    CosineSchedule rates = new CosineSchedule(c.get("learning_rate").asDouble(), steps);
    double[] expectedRates = numbers(c.get("rates"));
    for (int step = 0; step < steps; step++) {
      assertThat(rates.at(step)).isCloseTo(expectedRates[step], offset(1e-17));
      adam.step(values, new float[][] {floats(c.get("gradients").get(step))}, rates.at(step));
    }
    double[] start = numbers(c.get("start"));
    double[] end = numbers(c.get("end"));
    for (int i = 0; i < end.length; i++) {
      // Floats of about 1 hold 1e-7; what moved is to be right to 1e-4 of itself.
      assertThat((double) values[0][i])
          .isCloseTo(end[i], offset(1e-4 * Math.abs(end[i] - start[i]) + 1e-6));
    }
  }

  @ParameterizedTest
  @MethodSource("angles")
  void angularErrorsMatchFromEqualToOpposite(JsonNode c) {
    double[] pair = numbers(c.get("pair"));

    assertThat(AngularError.radians(pair[0], pair[1], pair[2], pair[3]))
        .isCloseTo(c.get("radians").asDouble(), offset(1e-15 + 1e-9 * c.get("radians").asDouble()));
  }

  private static float[] floats(JsonNode node) {
    double[] numbers = numbers(node);
    return Matrix.wrap(1, numbers.length, numbers).toFloats();
  }
}
