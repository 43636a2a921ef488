package io.gazeshift.glsge.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnergyDistanceTest {

  private static final Gaussian ROAD = new Gaussian(0.1, -0.3, new Covariance(4e-3, 2e-3, 9e-3));
  private static final Gaussian MIRROR = new Gaussian(0.3, 0.4, Covariance.diagonal(0.02, 0.03));
  private static final SitePrior LAW = SitePrior.of(List.of(ROAD, MIRROR), new double[] {3, 1});

  private final EnergyDistance distance = new EnergyDistance(LAW);

  @Test
  void whatIsDrawnFromTheDistributionIsNearIt() {
    assertThat(distance(sample(1, 0))).isBetween(0.0, 0.005);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.2", "0.5, 0", "0, 0", "1.6, 0"})
  void whatLiesAsideOrIsNarrowerOrWiderIsFurther(double width, double aside) {
    assertThat(distance(sample(width, aside))).isGreaterThan(4 * distance(sample(1, 0)));
  }

  @Test
  void directionsCountAsOftenAsTheyAreDrawn() {
    Matrix two = Matrix.of(new double[][] {{0, 0}, {1, 1}});
    Matrix twice = Matrix.of(new double[][] {{0, 0}, {1, 1}, {1, 1}});

    assertThat(distance.of(two).distance(new int[] {1, 2})).isEqualTo(distance(twice));
  }

  private double distance(Matrix gaze) {
    int[] once = new int[gaze.rows()];
    Arrays.fill(once, 1);
    return distance.of(gaze).distance(once);
  }

  /** Drawn from the prior, pulled towards its mean by a factor, and moved. */
  private static Matrix sample(double width, double aside) {
    SplittableRandom random = new SplittableRandom(7);
    Matrix gaze = Matrix.zeros(400, 2);
    for (int i = 0; i < gaze.rows(); i++) {
      Gaussian cluster = i % 4 == 0 ? MIRROR : ROAD;
      double u = random.nextGaussian();
      double slope = cluster.covariance().xy() / cluster.covariance().xSigma();
      double rest = Math.sqrt(cluster.covariance().yy() - slope * slope);
      double pitch = cluster.meanX() + cluster.covariance().xSigma() * u;
      double yaw = cluster.meanY() + slope * u + rest * random.nextGaussian();
      gaze.set(i, 0, LAW.meanX() + width * (pitch - LAW.meanX()) + aside);
      gaze.set(i, 1, LAW.meanY() + width * (yaw - LAW.meanY()) + aside);
    }
    return gaze;
  }
}
