package io.gazeshift.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GazeTest {

  private static final Offset<Double> EXACT = within(1e-12);

  @Test
  void bothAnglesZeroLookIntoTheCamera() {
    assertThat(Gaze.INTO_CAMERA.vector()).containsExactly(new double[] {0, 0, -1}, EXACT);
  }

  @Test
  void positivePitchLooksUpWhichIsNegativeY() {
    assertThat(Gaze.ofDegrees(90, 0).vector()).containsExactly(new double[] {0, -1, 0}, EXACT);
  }

  @Test
  void positiveYawLooksToTheImagesLeftWhichIsNegativeX() {
    assertThat(Gaze.ofDegrees(0, 90).vector()).containsExactly(new double[] {-1, 0, 0}, EXACT);
  }

  @Test
  void turningTheCameraToItsRightTurnsTheGazeTowardsTheImagesRight() {
    // Axes of a camera turned by 10 degrees about y (x right, y down: to its right) see the world
    // turned the other way.
    Rotation intoTurnedCamera = Rotation.about(0, 1, 0, Math.toRadians(10)).inverse();
    Gaze seen = Gaze.INTO_CAMERA.rotatedBy(intoTurnedCamera);
    assertThat(seen.yawDeg()).isCloseTo(-10, EXACT);
    assertThat(seen.pitchDeg()).isCloseTo(0, EXACT);
  }

  @ParameterizedTest
  @MethodSource("randomGazes")
  void anglesSurviveTheWayThroughTheVector(Gaze gaze) {
    double[] v = gaze.vector();
    assertThat(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).isCloseTo(1, EXACT);
    Gaze back = Gaze.along(3 * v[0], 3 * v[1], 3 * v[2]);
    assertThat(back.pitchRad()).isCloseTo(gaze.pitchRad(), EXACT);
    assertThat(back.yawRad()).isCloseTo(gaze.yawRad(), EXACT);
  }

  @ParameterizedTest
  @MethodSource("randomGazes")
  void aRotationAndItsInverseLeaveTheGazeWhereItWas(Gaze gaze) {
    Rotation rotation = randomRotation(new Random(Double.hashCode(gaze.yawRad())));
    Gaze back = gaze.rotatedBy(rotation).rotatedBy(rotation.inverse());
    assertThat(back.angleToRad(gaze)).isCloseTo(0, within(1e-9));
  }

  @ParameterizedTest
  @MethodSource("randomGazes")
  void aRotationKeepsTheAngleBetweenTwoGazes(Gaze gaze) {
    Random random = new Random(Double.hashCode(gaze.pitchRad()));
    Rotation rotation = randomRotation(random);
    Gaze other = randomGaze(random);
    assertThat(gaze.rotatedBy(rotation).angleToRad(other.rotatedBy(rotation)))
        .isCloseTo(gaze.angleToRad(other), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e-6, 1e-3, 1})
  void smallAnglesKeepTheirPrecision(double angleRad) {
    assertThat(Gaze.INTO_CAMERA.angleToRad(new Gaze(0, angleRad)))
        .isCloseTo(angleRad, within(angleRad * 1e-7));
  }

  @Test
  void agreesWithTheReferenceVectors() throws IOException {
    JsonNode vectors;
    try (InputStream in = GazeTest.class.getResourceAsStream("/vectors/gaze.json")) {
      vectors = new ObjectMapper().readTree(in);
    }
    int cases = vectors.get("gaze").size();
    assertThat(cases).isPositive();
    for (int i = 0; i < cases; i++) {
      Gaze gaze = yawPitch(vectors.get("gaze").get(i));
      double[] v = gaze.vector();
      for (int axis = 0; axis < 3; axis++) {
        assertThat(v[axis]).isCloseTo(vectors.get("vec").get(i).get(axis).asDouble(), EXACT);
      }
      Gaze back = Gaze.along(v[0], v[1], v[2]);
      assertThat(back.yawRad()).isCloseTo(vectors.get("back").get(i).get(0).asDouble(), EXACT);
      assertThat(back.pitchRad()).isCloseTo(vectors.get("back").get(i).get(1).asDouble(), EXACT);
      assertThat(Math.toDegrees(gaze.angleToRad(yawPitch(vectors.get("gaze2").get(i)))))
          .isCloseTo(vectors.get("angular_error_deg").get(i).asDouble(), within(1e-9));
    }
  }

  @Test
  void aVectorWithoutDirectionIsRejected() {
    assertThatThrownBy(() -> Gaze.along(0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(0.0, 0.0, 0.0)");
    assertThatThrownBy(() -> Gaze.along(Double.NaN, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMatrixThatIsNoRotationIsRejected() {
    assertThatThrownBy(() -> Rotation.ofRows(1, 0, 0, 0, 1, 0, 0, 0, 2))
        .hasMessageContaining("rows 2 and 2");
    assertThatThrownBy(() -> Rotation.ofRows(1, 0, 0, 0, 1, 0, 0, 0, -1))
        .hasMessageContaining("reflection");
    assertThatThrownBy(() -> Rotation.ofRows(1, 0, 0)).hasMessageContaining("got 3");
  }

  static Stream<Gaze> randomGazes() {
    Random random = new Random(7);
    return IntStream.range(0, 200).mapToObj(i -> randomGaze(random));
  }

  private static Gaze randomGaze(Random random) {
    return new Gaze((random.nextDouble() - 0.5) * 3.1, (random.nextDouble() - 0.5) * 6.2);
  }

  private static Rotation randomRotation(Random random) {
    return Rotation.about(
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        6 * random.nextDouble());
  }

  private static Gaze yawPitch(JsonNode pair) {
    return new Gaze(pair.get(1).asDouble(), pair.get(0).asDouble());
  }
}
