package io.gazeshift.glsge.label;

import static io.gazeshift.glsge.Samples.normal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelModelTest {

  @ParameterizedTest
  @ValueSource(doubles = {-0.999, -0.7, 0, 1e-9, 0.4, 0.95, 0.999, 0.999999})
  void fourQuadrantsMakeAWholeAndFollowSheppard(double correlation) {
    double inf = Double.POSITIVE_INFINITY;
    double both = BivariateNormal.rectangle(0, inf, 0, inf, correlation);

    assertThat(both).isCloseTo(0.25 + Math.asin(correlation) / (2 * Math.PI), offset(1e-14));
    assertThat(
            both
                + BivariateNormal.rectangle(-inf, 0, 0, inf, correlation)
                + BivariateNormal.rectangle(0, inf, -inf, 0, correlation)
                + BivariateNormal.rectangle(-inf, 0, -inf, 0, correlation))
        .isCloseTo(1, offset(1e-14));
  }

  @ParameterizedTest
  @EnumSource(BoxReading.class)
  void aTruncatedDistributionIntegratesToOneOverItsBox(BoxReading reading) {
    Gaussian distribution = new Gaussian(0.1, -0.2, new Covariance(0.03, 0.01, 0.02));
    TruncatedGaussian truncated = TruncatedGaussian.of(distribution, reading, 0.7);
    LabelBox box = truncated.box();
    int steps = 400;
    double sum = 0;
    double dx = (box.xHigh() - box.xLow()) / steps;
    double dy = (box.yHigh() - box.yLow()) / steps;
    for (int i = 0; i < steps; i++) {
      for (int j = 0; j < steps; j++) {
        sum += truncated.density(box.xLow() + (i + 0.5) * dx, box.yLow() + (j + 0.5) * dy);
      }
    }
    assertThat(sum * dx * dy).isCloseTo(1, offset(1e-4));
    assertThat(truncated.density(box.xLow(), -0.2)).isZero();
  }

  @Test
  void weightsOfSamplesThatAreAllOutsideAreEqual() {
    TruncatedGaussian distribution =
        TruncatedGaussian.of(
            new Gaussian(0, 0, Covariance.diagonal(0.01, 0.01)), BoxReading.CHI2, 0.7);

    ImportanceWeights weights =
        ImportanceWeights.of(
            distribution, Matrix.of(new double[][] {{1, 1}, {2, 2}, {3, 3}, {4, 4}}));

    assertThat(weights.fellBack()).isTrue();
    assertThat(weights.values()).containsOnly(0.25);
  }

  @Test
  void tinyAndHugeDensitiesStillGiveWeights() {
    double[] weights = ImportanceWeights.normalised(new double[] {1e-310, 3e-310}).values();
    double[] huge = ImportanceWeights.normalised(new double[] {1e308, 1e308}).values();

    assertThat(weights[0]).isCloseTo(0.25, offset(1e-9));
    assertThat(huge).containsExactly(0.5, 0.5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ImportanceWeights.normalised(new double[] {1, Double.NaN}))
        .withMessageContaining("weight 1 is NaN");
  }

  @Test
  void constantPseudoLabelsGetTheFloorInsteadOfANaN() {
    Matrix constant = Matrix.zeros(50, 2);
    Matrix line = Matrix.zeros(50, 2);
    for (int i = 0; i < 50; i++) {
      constant.set(i, 0, 0.3);
      line.set(i, 0, 0.01 * i);
      line.set(i, 1, 0.02 * i);
    }
    TruncatedGaussian.Estimator estimator = new TruncatedGaussian.Estimator(BoxReading.CHI2, 0.7);

    assertThat(estimator.estimate(constant).normal().covariance().xx())
        .isCloseTo(1e-8, offset(1e-15));
    Covariance flat = estimator.estimate(line).normal().covariance();
    assertThat(flat.determinant()).isPositive();
    assertThat(flat.xy() / flat.xx()).isCloseTo(2, withinPercentage(0.1));
    assertThat(
            new TruncatedMixture.Estimator(BoxReading.CHI2, 0.7, 4)
                .estimate(constant)
                .density(0.3, 0))
        .isFinite()
        .isPositive();
  }

  /** What a head that is about to overflow predicts. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1, 1e10, 1e33, 1e38})
  void labelsOnOneLineHaveADistributionWhateverTheirSize(double size) {
    Random random = new Random(4);
    Matrix line = Matrix.zeros(50, 2);
    for (int i = 0; i < line.rows(); i++) {
      double along = random.nextGaussian();
      line.set(i, 0, -0.57 * size * along);
      line.set(i, 1, size * along);
    }

    for (BoxReading reading : BoxReading.values()) {
      LabelModel distribution = new TruncatedGaussian.Estimator(reading, 0.7).estimate(line);
      assertThat(distribution.density(0, 0)).isNotNaN();
      assertThat(ImportanceWeights.of(distribution, line).values()).doesNotContain(Double.NaN);
    }
  }

  @Test
  void labelsCountInADistributionByTheirWeights() {
    Matrix labels = Matrix.zeros(4, 2);
    labels.set(0, 0, 1);
    labels.set(1, 0, -1);
    labels.set(2, 1, 2);
    labels.set(3, 1, 9);

    Gaussian distribution =
        Gaussian.fit(labels, ImportanceWeights.normalised(new double[] {1, 1, 2, 0}), 1e-12);

    assertThat(distribution).isEqualTo(new Gaussian(0, 1, new Covariance(0.5, 0, 1)));
  }

  @Test
  void labelsThatAreNotFiniteAreNamed() {
    Matrix labels = Matrix.zeros(5, 2);
    labels.set(3, 1, Double.NaN);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gaussian.fit(labels, 0))
        .withMessageContaining("label 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gaussian.fit(Matrix.zeros(1, 2), 0))
        .withMessageContaining("at least 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Covariance(1, 1, 1))
        .withMessageContaining("positive definite");
  }

  @Test
  void theMixtureFindsTheClustersOfADriver() {
    Random random = new Random(4);
    Matrix road = normal(random, 300, 2, 0, 0.04);
    Matrix mirror = normal(random, 100, 2, 0.7, 0.04);

    GaussianMixture mixture = GaussianMixture.fitByBic(Matrix.stack(road, mirror), 4);

    assertThat(mixture.parts()).hasSize(2);
    assertThat(mixture.shares()[0] * mixture.shares()[1]).isCloseTo(0.1875, offset(1e-3));
  }

  @Test
  void aSitePriorKnowsItsMeanAndSpread() {
    Gaussian road = new Gaussian(0, 0, Covariance.diagonal(0.1, 0.1));
    Gaussian mirror = new Gaussian(0.4, 0.8, Covariance.diagonal(0.1, 0.1));

    SitePrior prior = SitePrior.of(List.of(road, mirror), new double[] {3, 1});

    assertThat(prior.meanX()).isCloseTo(0.1, offset(1e-12));
    assertThat(prior.meanY()).isCloseTo(0.2, offset(1e-12));
    assertThat(prior.covariance().xx()).isCloseTo(0.01 + 0.1875 * 0.16, offset(1e-12));
    assertThat(prior.covariance().xy()).isCloseTo(0.1875 * 0.32, offset(1e-12));
    assertThat(LabelEstimator.given(prior).estimate(Matrix.zeros(0, 2))).isSameAs(prior);
    assertThat(prior.truncated(BoxReading.CHI2, 0.7).density(0.2, 0.4)).isZero();
  }
}
