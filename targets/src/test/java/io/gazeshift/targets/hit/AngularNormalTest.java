package io.gazeshift.targets.hit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Integrals against closed forms and against summing the density over a fine grid. */
class AngularNormalTest {

  private static final double[] AHEAD = Gaze.ofDegrees(0, 0).vector();

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 1, 4, 10, 20})
  void aDiscAroundTheGazeHasTheRayleighProbability(double sigmaDeg) {
    AngularNormal normal = new AngularNormal(AHEAD, AngularSigma.ofDegrees(sigmaDeg));
    double sigma = Math.toRadians(sigmaDeg);
    for (double inSigmas : new double[] {0.1, 0.5, 1, 2, 3.5}) {
      double radius = inSigmas * sigma;
      double expected = 1 - Math.exp(-inSigmas * inSigmas / 2);

      assertThat(normal.ofCone(0, radius)).isCloseTo(expected, within(1e-9));
      if (radius < 1) {
        assertThat(
                normal.ofPolygon(
                    SphericalPolygon.around(AHEAD, Math.tan(radius), UnitCircle.ofCorners(64))))
            .isCloseTo(expected, within(1e-3));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.3, 2, 6})
  void aHalfPlaneIsTheNormalDistributionFunctionWhereAnglesAreSmall(double sigmaDeg) {
    AngularNormal normal = new AngularNormal(AHEAD, AngularSigma.ofDegrees(sigmaDeg));
    double sigma = Math.toRadians(sigmaDeg);
    for (double edge : new double[] {-2.5, -1, -0.2, 0, 0.2, 1, 2.5}) {
      // From the edge to 60 degrees on one side, 60 degrees up and down.
      double tan = Math.tan(edge * sigma);
      double[] corners = {tan, -2, -1, -2, -2, -1, -2, 2, -1, tan, 2, -1};
      SphericalPolygon half = SphericalPolygon.seen(corners, 0, 0, 0);

      assertThat(normal.ofPolygon(half)).isCloseTo(phi(edge), within(2e-3));
    }
  }

  @Test
  void polygonsAndConesEqualASumOverAFineGrid() {
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      double sigma = Math.toRadians(Math.exp(random.nextDouble(Math.log(0.5), Math.log(18))));
      Gaze gaze = Gaze.ofDegrees(random.nextDouble(-40, 40), random.nextDouble(-60, 60));
      AngularNormal normal = new AngularNormal(gaze.vector(), new AngularSigma(sigma));
      Gaze middle =
          new Gaze(
              gaze.pitchRad() + 2 * sigma * random.nextGaussian(),
              gaze.yawRad() + 2 * sigma * random.nextGaussian());
      double radius = Math.min(1.1, sigma * random.nextDouble(0.2, 5));
      SphericalPolygon polygon =
          SphericalPolygon.around(
              middle.vector(), Math.tan(radius), UnitCircle.ofCorners(3 + random.nextInt(5)));
      double[] axis = middle.vector();
      double angle = normal.angleTo(axis[0], axis[1], axis[2]);

      assertThat(normal.ofPolygon(polygon))
          .as("polygon of round %d, sigma %f", round, sigma)
          .isCloseTo(summed(gaze, sigma, v -> polygon.contains(v[0], v[1], v[2])), within(2.5e-3));
      assertThat(normal.ofCone(angle, radius))
          .as("cone of round %d", round)
          .isCloseTo(
              summed(
                  gaze,
                  sigma,
                  v -> v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2] > Math.cos(radius)),
              within(2.5e-3));
    }
  }

  @Test
  void twoHalvesOfAPolygonAreTheWhole() {
    Random random = new Random(3);
    for (int round = 0; round < 500; round++) {
      AngularNormal normal =
          new AngularNormal(
              Gaze.ofDegrees(random.nextDouble(-30, 30), random.nextDouble(-30, 30)).vector(),
              AngularSigma.ofDegrees(random.nextDouble(0.1, 15)));
      double cut = random.nextDouble(-0.4, 0.4);
      double whole = normal.ofPolygon(rectangle(-0.5, 0.5));
      double parts = normal.ofPolygon(rectangle(-0.5, cut)) + normal.ofPolygon(rectangle(cut, 0.5));

      assertThat(parts).isCloseTo(whole, within(1e-4));
    }
  }

  @Test
  void aGazeExactlyAtACornerOrOnAnEdgeIsShared() {
    AngularNormal normal = new AngularNormal(AHEAD, AngularSigma.ofDegrees(1));

    assertThat(normal.ofPolygon(SphericalPolygon.seen(square(0, 0), 0, 0, 0)))
        .isCloseTo(0.25, within(4e-5));
    assertThat(normal.ofPolygon(SphericalPolygon.seen(square(0, -0.5), 0, 0, 0)))
        .isCloseTo(0.5, within(4e-5));
  }

  private static SphericalPolygon rectangle(double left, double right) {
    return SphericalPolygon.seen(
        new double[] {left, -0.3, -1, right, -0.3, -1, right, 0.3, -1, left, 0.3, -1}, 0, 0, 0);
  }

  /** A square of side 1 at the distance 1, from a corner on. */
  private static double[] square(double x, double y) {
    return new double[] {x, y, -1, x + 1, y, -1, x + 1, y + 1, -1, x, y + 1, -1};
  }

  /** The density summed over rings and azimuths; slow, and by another way. */
  private static double summed(Gaze gaze, double sigma, Predicate<double[]> inside) {
    double[] g = gaze.vector();
    double[] across = new Gaze(gaze.pitchRad() + Math.PI / 2, gaze.yawRad()).vector();
    double[] other = {
      g[1] * across[2] - g[2] * across[1],
      g[2] * across[0] - g[0] * across[2],
      g[0] * across[1] - g[1] * across[0]
    };
    int rings = 300;
    int azimuths = 360;
    double hits = 0;
    for (int i = 0; i < rings; i++) {
      // Rings of equal probability.
      double theta = sigma * Math.sqrt(-2 * Math.log(1 - (i + 0.5) / rings));
      for (int k = 0; k < azimuths; k++) {
        double phi = 2 * Math.PI * (k + 0.5) / azimuths;
        double c = Math.cos(theta);
        double a = Math.sin(theta) * Math.cos(phi);
        double b = Math.sin(theta) * Math.sin(phi);
        double[] v = {
          c * g[0] + a * across[0] + b * other[0],
          c * g[1] + a * across[1] + b * other[1],
          c * g[2] + a * across[2] + b * other[2]
        };
        if (inside.test(v)) {
          hits++;
        }
      }
    }
    return hits / rings / azimuths;
  }

  /** The normal distribution function, by its series; good to 1e-10 within three sigmas. */
  private static double phi(double x) {
    double term = x;
    double sum = x;
    for (int n = 1; n < 60; n++) {
      term *= x * x / (2 * n + 1);
      sum += term;
    }
    return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}
