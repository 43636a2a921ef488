package io.gazeshift.targets.hit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SphericalPolygonTest {

  /** What is said to be out of reach has nothing in common with the circle. */
  @Test
  void aCircleBeyondASideHasNothingOfThePolygon() {
    Random random = new Random(17);
    int beyond = 0;
    for (int round = 0; round < 5000; round++) {
      SphericalPolygon polygon =
          SphericalPolygon.around(
              anyGaze(random).vector(),
              Math.tan(random.nextDouble(0.01, 0.5)),
              UnitCircle.ofCorners(3 + random.nextInt(6)));
      double[] axis = anyGaze(random).vector();
      double radius = random.nextDouble(0.01, 0.5);
      // All of it is within the circle.
      SphericalPolygon circle =
          SphericalPolygon.around(axis, Math.tan(radius) * 0.99, UnitCircle.ofCorners(64));
      if (!polygon.mayReach(axis, Math.sin(radius))) {
        beyond++;
        assertThat(polygon.within(circle, new ClipSpace())).isNull();
      }
    }
    assertThat(beyond).isBetween(1000, 4500);
  }

  @Test
  void aCircleAroundACornerIsReached() {
    Random random = new Random(18);
    for (int round = 0; round < 1000; round++) {
      SphericalPolygon polygon =
          SphericalPolygon.around(
              anyGaze(random).vector(), 0.2, UnitCircle.ofCorners(3 + random.nextInt(6)));
      double[] v = polygon.vertices();

      assertThat(polygon.mayReach(new double[] {v[0], v[1], v[2]}, 1e-6)).isTrue();
      assertThat(polygon.mayReach(polygon.middle(), 0)).isTrue();
    }
  }

  private static Gaze anyGaze(Random random) {
    return Gaze.ofDegrees(random.nextDouble(-50, 50), random.nextDouble(-70, 70));
  }
}
