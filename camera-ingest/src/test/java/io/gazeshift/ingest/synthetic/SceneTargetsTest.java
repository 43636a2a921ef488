package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.synthetic.SceneGaze.Spot;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SceneTargetsTest {

  @Test
  void theLabHasAScreenWithPixels() {
    assertThat(SyntheticScene.LAB.targets())
        .containsExactly(
            "screen screen 265 19.94 10.21 / -265 19.94 10.21 / -265 317.53 25.8"
                + " pixels 1920 1080");
  }

  @Test
  void theVehiclesPlacesAreTargets() {
    assertThat(SyntheticScene.VEHICLE.targets())
        .containsExactly(
            "road direction 6.52 -20.13 radius 10deg",
            "left-mirror disc 655.77 54.84 310.19 radius 10deg",
            "centre-mirror disc -162.87 -182.22 122.03 radius 10deg",
            "right-mirror disc -721.53 8.01 -411.35 radius 10deg",
            "instruments polygon 420.34 89.7 -6.9 / 100.84 73.51 -122.06 / 84.14 220.35 -96.35"
                + " / 403.64 236.53 18.8",
            "console polygon 34.14 114.62 -101.07 / -213.99 118.86 -70.9 / -200.64 356.51 5.55"
                + " / 47.5 352.27 -24.62");
  }

  @Test
  void whereAnythingIsLookedAtThereAreNoTargets() {
    assertThat(SyntheticScene.STUDIO.targets()).isEmpty();
    assertThat(Staging.parse("lab?gaze=-15..5,-20..20").scene().targets()).isEmpty();
  }

  @Test
  void aPanelFacesThePersonAtRestAndHasItsSize() {
    Random random = new Random(2);
    for (int round = 0; round < 200; round++) {
      Seat seat =
          new Seat(
              random.nextDouble(-30, 30), random.nextDouble(-40, 40), random.nextDouble(400, 900));
      Spot at =
          new Spot(
              random.nextDouble(-40, 40), random.nextDouble(-60, 60), random.nextDouble(300, 2000));
      double width = random.nextDouble(20, 500);
      double height = random.nextDouble(20, 500);

      List<double[]> corners =
          corners(new PlaceExtent.Panel(width, height).written(at, seat).substring(8));

      double[] face = {0, 0, seat.distanceMm()};
      double[] across = minus(corners.get(1), corners.get(0));
      double[] down = minus(corners.get(2), corners.get(1));
      double[] middle = seat.toCamera(at.direction(), at.distanceMm());
      assertThat(length(across)).isCloseTo(width, within(0.05));
      assertThat(length(down)).isCloseTo(height, within(0.05));
      assertThat(dot(across, down)).isCloseTo(0, within(20.0));
      assertThat(dot(across, minus(middle, face)) / at.distanceMm()).isCloseTo(0, within(0.1));
      assertThat(dot(down, minus(middle, face)) / at.distanceMm()).isCloseTo(0, within(0.1));
      for (int axis = 0; axis < 3; axis++) {
        assertThat((corners.get(0)[axis] + corners.get(2)[axis]) / 2)
            .isCloseTo(middle[axis], within(0.02));
      }
    }
  }

  @Test
  void numbersAreWrittenToAHundredthAndWithoutAnExponent() {
    assertThat(TargetLine.number(-0.001)).isEqualTo("0");
    assertThat(TargetLine.number(1234567.891)).isEqualTo("1234567.89");
    assertThat(TargetLine.number(600)).isEqualTo("600");
    assertThat(TargetLine.number(-12.5)).isEqualTo("-12.5");
  }

  private static List<double[]> corners(String text) {
    return Arrays.stream(text.split("/"))
        .map(
            corner ->
                Arrays.stream(corner.strip().split(" ")).mapToDouble(Double::parseDouble).toArray())
        .toList();
  }

  private static double[] minus(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static double length(double[] a) {
    return Math.sqrt(dot(a, a));
  }
}
