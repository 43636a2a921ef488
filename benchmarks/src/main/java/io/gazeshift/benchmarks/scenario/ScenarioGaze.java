package io.gazeshift.benchmarks.scenario;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Where people of a domain look. */
interface ScenarioGaze {

  EyeGaze draw(RandomGenerator random);

  /** What the installer of a site can say of the distribution: mean and covariance, or clusters. */
  default SitePrior prior(RandomGenerator random) {
    int draws = 4000;
    Matrix gaze = Matrix.zeros(draws, 2);
    for (int i = 0; i < draws; i++) {
      draw(random).writeTo(gaze, i);
    }
    return SitePrior.of(Gaussian.fit(gaze, 1e-8));
  }

  /** Wide, but not flat: 70 % normal, 30 % uniform. */
  record Wide() implements ScenarioGaze {

    private static final ScenarioGaze NORMAL = new Narrow(0, 0, 18, 12, 0);

    @Override
    public EyeGaze draw(RandomGenerator random) {
      return random.nextDouble() < 0.3
          ? new EyeGaze(random.nextDouble(-40, 40), random.nextDouble(-28, 28))
          : NORMAL.draw(random);
    }
  }

  /** One place people look at, in degrees: a normal distribution cut to ±50 by ±35. */
  record Narrow(double yaw, double pitch, double yawSigma, double pitchSigma, double correlation)
      implements ScenarioGaze {

    /** One that differs from site to site. */
    static Narrow draw(Centre centre, RandomGenerator random) {
      return new Narrow(
          centre.yaw(),
          centre.pitch(),
          random.nextDouble(5, 8),
          random.nextDouble(3.5, 6),
          random.nextDouble(-0.3, 0.3));
    }

    @Override
    public EyeGaze draw(RandomGenerator random) {
      while (true) {
        double a = random.nextGaussian();
        double b = random.nextGaussian();
        double mixed = correlation * a + Math.sqrt(1 - correlation * correlation) * b;
        EyeGaze gaze = new EyeGaze(yaw + yawSigma * a, pitch + pitchSigma * mixed);
        if (Math.abs(gaze.yawRightDeg()) < 50 && Math.abs(gaze.pitchUpDeg()) < 35) {
          return gaze;
        }
      }
    }
  }

  /** The road, two mirrors and the dashboard, all moved by the same amount. */
  record Driver(double yaw, double pitch) implements ScenarioGaze {

    private static final double[] SHARES = {0.55, 0.15, 0.15, 0.15};
    private static final double[][] CENTRES = {{0, 0}, {-28, -3}, {24, -3}, {8, -20}};
    private static final double[][] SIGMAS = {{3, 2}, {3, 2}, {3, 2}, {4, 3}};

    @Override
    public EyeGaze draw(RandomGenerator random) {
      double left = random.nextDouble();
      int k = 0;
      while (k < SHARES.length - 1 && left >= SHARES[k]) {
        left -= SHARES[k++];
      }
      return centre(k)
          .plus(SIGMAS[k][0] * random.nextGaussian(), SIGMAS[k][1] * random.nextGaussian());
    }

    @Override
    public SitePrior prior(RandomGenerator random) {
      List<Gaussian> clusters = new ArrayList<>();
      for (int k = 0; k < SHARES.length; k++) {
        EyeGaze centre = centre(k);
        Covariance spread =
            Covariance.diagonal(Math.toRadians(SIGMAS[k][1]), Math.toRadians(SIGMAS[k][0]));
        clusters.add(new Gaussian(centre.productPitchRad(), centre.productYawRad(), spread));
      }
      return SitePrior.of(clusters, SHARES);
    }

    private EyeGaze centre(int k) {
      return new EyeGaze(CENTRES[k][0] + yaw, CENTRES[k][1] + pitch);
    }
  }

  /** Where a site has its centre, in degrees. */
  record Centre(double yaw, double pitch) {

    static Centre draw(RandomGenerator random) {
      return new Centre(random.nextDouble(-12, 12), random.nextDouble(-10, 6));
    }
  }
}
