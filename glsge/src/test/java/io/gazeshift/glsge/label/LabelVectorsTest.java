package io.gazeshift.glsge.label;

import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.load;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.numbers;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The label distributions against reference vectors made with 30 digits. */
class LabelVectorsTest {

  private static final double TOLERANCE = 1e-11;

  static List<JsonNode> rectangles() {
    return list(load("bvn_rect.json").get("cases"));
  }

  static List<JsonNode> weights() {
    return list(load("q_vectors.json").get("cases"));
  }

  @ParameterizedTest
  @MethodSource("rectangles")
  void theMassOfABoxMatchesEvenInTheTail(JsonNode c) {
    Gaussian distribution = distribution(c);
    LabelBox box = box(c.get("box"));

    assertRelative(distribution.mass(box), c.get("mass").asDouble());
    double sx = distribution.covariance().xSigma();
    double sy = distribution.covariance().ySigma();
    double[] corners = numbers(c.get("cdf_at_v"));
    double[] xs = {box.xLow(), box.xLow(), box.xHigh(), box.xHigh()};
    double[] ys = {box.yLow(), box.yHigh(), box.yLow(), box.yHigh()};
    for (int i = 0; i < 4; i++) {
      assertThat(
              BivariateNormal.cdf(
                  (xs[i] - distribution.meanX()) / sx,
                  (ys[i] - distribution.meanY()) / sy,
                  distribution.covariance().correlation()))
          .isCloseTo(corners[i], offset(1e-14));
    }
  }

  @ParameterizedTest
  @MethodSource("rectangles")
  void eachReadingOfTheConfidenceGivesItsBox(JsonNode c) {
    if (c.get("kind").asText().equals("explicit")) {
      return;
    }
    LabelBox actual =
        BoxReading.parse(c.get("kind").asText()).of(distribution(c), c.get("conf").asDouble());

    assertBox(actual, box(c.get("box")));
  }

  @ParameterizedTest
  @MethodSource("rectangles")
  void densitiesMatchInsideOnAndOutsideTheBox(JsonNode c) {
    Gaussian distribution = distribution(c);
    TruncatedGaussian truncated = TruncatedGaussian.of(distribution, box(c.get("box")));
    double[] plain = numbers(c.get("gau_pdf"));
    double[] cut = numbers(c.get("tgau_pdf"));
    Matrix points = matrix(c.get("points"));
    for (int i = 0; i < points.rows(); i++) {
      assertRelative(distribution.density(points.get(i, 0), points.get(i, 1)), plain[i]);
      // One vector (7.8e-17, mass 3e-11) has lost digits itself: gau_pdf / mass is 1e-6 away from
      // it.
      double expected = cut[i] == 0 ? 0 : plain[i] / c.get("mass").asDouble();
      assertThat(cut[i]).isCloseTo(expected, offset(1e-9 * expected + 1e-21));
      assertRelative(truncated.density(points.get(i, 0), points.get(i, 1)), expected);
    }
  }

  @ParameterizedTest
  @MethodSource("weights")
  void weightsFollowFromPseudoLabels(JsonNode c) {
    Matrix source = matrix(c.get("Ys"));
    TruncatedGaussian distribution =
        new TruncatedGaussian.Estimator(
                BoxReading.parse(c.get("kind").asText()), c.get("conf").asDouble())
            .estimate(matrix(c.get("pseudo")));

    assertThat(
            worst(
                new double[] {distribution.normal().meanX(), distribution.normal().meanY()},
                numbers(c.get("mu"))))
        .isLessThan(TOLERANCE);
    assertThat(
            worst(Matrix.of(distribution.normal().covariance().toRows()), matrix(c.get("Sigma"))))
        .isLessThan(TOLERANCE);
    assertBox(distribution.box(), box(c.get("box")));
    double[] density = numbers(c.get("pdf"));
    for (int i = 0; i < density.length; i++) {
      assertRelative(distribution.density(source.get(i, 0), source.get(i, 1)), density[i]);
    }
    ImportanceWeights weights = ImportanceWeights.of(distribution, source);
    assertThat(worst(weights.values(), numbers(c.get("q")))).isLessThan(TOLERANCE);
    assertThat(worst(weights.mixedWithUniform(0.1).values(), numbers(c.get("q_floor01"))))
        .isLessThan(TOLERANCE);
    assertRelative(weights.effectiveSamples(), c.get("ess").asDouble());
    assertThat(weights.fellBack()).isEqualTo(c.get("zero_fallback").asBoolean());
  }

  @Test
  void theMixtureMatchesStepForStep() {
    JsonNode c = load("tgmm.json");
    Matrix labels = matrix(c.get("Y"));
    double[] logLikelihoods = numbers(c.get("loglik_K1_4"));
    for (int k = 1; k <= 4; k++) {
      assertRelative(GaussianMixture.fit(labels, k).logLikelihood(), logLikelihoods[k - 1]);
    }
    GaussianMixture mixture = GaussianMixture.fitByBic(labels, 4);
    assertThat(mixture.parts()).hasSize(c.get("bic_K").asInt());
    assertThat(worst(mixture.shares(), numbers(c.get("pi")))).isLessThan(TOLERANCE);
    TruncatedMixture truncated = TruncatedMixture.of(mixture, BoxReading.AXIS, 0.7);
    for (int k = 0; k < mixture.parts().size(); k++) {
      Gaussian part = mixture.parts().get(k);
      assertThat(worst(new double[] {part.meanX(), part.meanY()}, numbers(c.get("mu").get(k))))
          .isLessThan(TOLERANCE);
      assertThat(worst(Matrix.of(part.covariance().toRows()), matrix(c.get("Sigma").get(k))))
          .isLessThan(TOLERANCE);
      assertBox(truncated.parts().get(k).box(), box(c.get("boxes").get(k)));
    }
    Matrix points = matrix(c.get("points"));
    double[] density = numbers(c.get("pdf"));
    for (int i = 0; i < density.length; i++) {
      assertThat(truncated.density(points.get(i, 0), points.get(i, 1)))
          .isCloseTo(density[i], offset(1e-10));
    }
  }

  @Test
  void momentMatchingUndoesTheTruncation() {
    JsonNode c = load("tgmm.json");
    TruncatedGaussian matched =
        new TruncatedGaussian.Estimator(BoxReading.CHI2, 0.7, 0, true).estimate(matrix(c.get("Y")));

    assertThat(
            worst(
                Matrix.of(matched.normal().covariance().toRows()), matrix(c.get("mm_chi2_Sigma"))))
        .isLessThan(TOLERANCE);
    assertBox(matched.box(), box(c.get("mm_chi2_box")));
    c.get("trunc_var_factor")
        .properties()
        .forEach(
            entry ->
                assertRelative(
                    Normal.truncatedVariance(Double.parseDouble(entry.getKey())),
                    entry.getValue().asDouble()));
  }

  private static Gaussian distribution(JsonNode c) {
    double[] mean = numbers(c.get("mu"));
    return new Gaussian(mean[0], mean[1], Covariance.of(matrix(c.get("Sigma")).toRows()));
  }

  private static LabelBox box(JsonNode edges) {
    double[] x = numbers(edges.get(0));
    double[] y = numbers(edges.get(1));
    return new LabelBox(x[0], x[1], y[0], y[1]);
  }

  private static void assertBox(LabelBox actual, LabelBox expected) {
    assertThat(
            worst(
                new double[] {actual.xLow(), actual.xHigh(), actual.yLow(), actual.yHigh()},
                new double[] {
                  expected.xLow(), expected.xHigh(), expected.yLow(), expected.yHigh()
                }))
        .isLessThan(TOLERANCE);
  }

  private static void assertRelative(double actual, double expected) {
    assertThat(Math.abs(actual - expected))
        .as("%s against %s", actual, expected)
        .isLessThanOrEqualTo(TOLERANCE * Math.abs(expected));
  }
}
