package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PriorFitTest {

  private static final SitePrior TWO =
      SitePrior.of(
          List.of(
              new Gaussian(0, 0, Covariance.diagonal(0.03, 0.03)),
              new Gaussian(0, 0.5, Covariance.diagonal(0.03, 0.03))),
          new double[] {0.8, 0.2});

  @Test
  void anotherShareOfGlancesIsNoBias() {
    // The prior says two of ten; here it is six of ten.
    PriorFit fit = PriorFit.of(glances(20, 0.6, 0), TWO);

    assertThat(fit.moved()[1]).isCloseTo(0, within(0.03));
    assertThat(fit.sampled().mixture().shares()[1]).isCloseTo(0.6, within(0.1));
    assertThat(SiteOffset.of(fit).trust()).isLessThan(0.5);
    assertThat(SiteOffset.of(glances(20, 0.6, 0), TWO.meanX(), TWO.meanY()).trust())
        .as("by the mean alone it is one")
        .isGreaterThan(0.5);
  }

  @Test
  void aBiasIsFoundInEveryCluster() {
    PriorFit fit = PriorFit.of(glances(200, 0.2, 0.1), TWO);

    assertThat(fit.moved()[0]).isCloseTo(0, within(0.01));
    assertThat(fit.moved()[1]).isCloseTo(0.1, within(0.01));
    assertThat(SiteOffset.of(fit).trust()).isGreaterThan(0.9);
  }

  @Test
  void ofOneClusterItIsTheDifferenceOfMeans() {
    SitePrior one = SitePrior.of(new Gaussian(0.1, -0.2, Covariance.diagonal(0.1, 0.1)));
    Matrix gaze = glances(50, 0.3, 0.05);

    double[] moved = PriorFit.of(gaze, one).moved();

    double[] mean = Columns.mean(gaze);
    assertThat(moved[0]).isCloseTo(mean[0] - 0.1, within(1e-9));
    assertThat(moved[1]).isCloseTo(mean[1] + 0.2, within(1e-9));
  }

  private static Matrix glances(int count, double share, double off) {
    Random random = new Random(5);
    Matrix gaze = Matrix.zeros(count, 2);
    for (int i = 0; i < count; i++) {
      gaze.set(i, 0, 0.04 * random.nextGaussian());
      gaze.set(i, 1, off + (i < share * count ? 0.5 : 0) + 0.04 * random.nextGaussian());
    }
    return gaze;
  }
}
