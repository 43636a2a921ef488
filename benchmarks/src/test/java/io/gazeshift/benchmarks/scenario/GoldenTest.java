package io.gazeshift.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters to image to features, against a reference in another language. */
class GoldenTest {

  private final JsonNode golden = load();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theImageIsTheReferences(int sample) {
    assertClose(image(sample), golden.at("/image/" + sample));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theFeaturesAreTheReferences(int sample) {
    EyeBackbone backbone = EyeBackbone.load();

    assertClose(backbone.features(image(sample)), golden.at("/features/" + sample));
    assertClose(
        backbone.features(EyeCrops.mirror(image(sample))), golden.at("/mirrored/" + sample));
  }

  private float[] image(int i) {
    EyeGaze gaze =
        new EyeGaze(
            Math.toDegrees(golden.at("/gaze/%d/0".formatted(i)).asDouble()),
            Math.toDegrees(golden.at("/gaze/%d/1".formatted(i)).asDouble()));
    ScenarioPerson person =
        new ScenarioPerson(
            person("R", i),
            person("iris", i),
            person("a", i),
            person("hU", i),
            person("hL", i),
            person("tilt", i),
            person("skin", i),
            person("sclera", i),
            person("irisI", i),
            person("lash", i),
            eye(i, 0),
            eye(i, 1));
    ScenarioFrame frame =
        new ScenarioFrame(
            frame("gx", i),
            frame("gy", i),
            frame("gamma", i),
            frame("blur", i),
            frame("noise", i),
            frame("hy", i),
            frame("hp", i),
            frame("open", i),
            numbers(golden.at("/frame/jx/" + i)),
            numbers(golden.at("/frame/jy/" + i)),
            1);
    return EyeCrops.render(person, gaze, frame, new SplittableRandom(0));
  }

  private ScenarioPerson.Eye eye(int i, int crop) {
    return new ScenarioPerson.Eye(
        person("kx/" + i, crop), person("ky/" + i, crop), person("dx/" + i, crop), dy(i, crop));
  }

  private double dy(int i, int crop) {
    return person("dy/" + i, crop);
  }

  private double person(String name, int i) {
    return golden.at("/person/%s/%d".formatted(name, i)).asDouble();
  }

  private double frame(String name, int i) {
    return golden.at("/frame/%s/%d".formatted(name, i)).asDouble();
  }

  private static void assertClose(float[] actual, JsonNode expected) {
    double[] numbers = numbers(expected);
    assertThat(actual).hasSize(numbers.length);
    for (int k = 0; k < numbers.length; k++) {
      assertThat((double) actual[k]).as("number %d", k).isCloseTo(numbers[k], within(1e-3));
    }
  }

  private static JsonNode load() {
    try (InputStream in = GoldenTest.class.getResourceAsStream("/scenarios/golden.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static double[] numbers(JsonNode array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).asDouble();
    }
    return values;
  }
}
