package io.gazeshift.glsge.label;

import static io.gazeshift.glsge.Vectors.heldOut;
import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.numbers;
import static io.gazeshift.glsge.Vectors.relative;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The label distributions against vectors that were made apart from this code, by other means. */
class HeldOutLabelsTest {

  static List<JsonNode> rectangles() {
    return list(heldOut("rectangles"));
  }

  static List<JsonNode> weights() {
    return list(heldOut("weights"));
  }

  static List<JsonNode> mixtures() {
    return list(heldOut("mixtures"));
  }

  @ParameterizedTest
  @MethodSource("rectangles")
  void massesMatchUpToFullCorrelationAndFarOut(JsonNode c) {
    double[] box = numbers(c.get("box"));
    double rho = c.get("rho").asDouble();
    // Bounds that lie close together have lost digits of their distance already.
    double tolerance = 1e-10 + 1e-14 / Math.min(box[1] - box[0], box[3] - box[2]);
    double mass = BivariateNormal.rectangle(box[0], box[1], box[2], box[3], rho);

    assertThat(relative(mass, c.get("mass").asDouble())).isLessThan(tolerance);
    // Neither the order of the variables nor their signs matter.
    assertThat(relative(BivariateNormal.rectangle(box[2], box[3], box[0], box[1], rho), mass))
        .isLessThan(tolerance);
    assertThat(relative(BivariateNormal.rectangle(-box[1], -box[0], box[2], box[3], -rho), mass))
        .isLessThan(tolerance);
  }

  @ParameterizedTest
  @MethodSource("weights")
  void lawsBoxesDensitiesAndWeightsMatch(JsonNode c) {
    Matrix source = matrix(c.get("source"));
    TruncatedGaussian distribution =
        new TruncatedGaussian.Estimator(
                BoxReading.parse(c.get("reading").asText()), c.get("confidence").asDouble())
            .estimate(matrix(c.get("pseudo")));
    LabelBox box = distribution.box();

    assertThat(
            worst(
                Matrix.of(distribution.normal().covariance().toRows()),
                matrix(c.get("covariance"))))
        .isLessThan(1e-12);
    assertThat(
            worst(
                new double[] {box.xLow(), box.xHigh(), box.yLow(), box.yHigh()},
                numbers(c.get("box"))))
        .isLessThan(1e-11);
    double[] density = numbers(c.get("density"));
    for (int i = 0; i < density.length; i++) {
      assertThat(relative(distribution.density(source.get(i, 0), source.get(i, 1)), density[i]))
          .isLessThan(1e-9);
    }
    ImportanceWeights q = ImportanceWeights.of(distribution, source);
    assertThat(worst(q.values(), numbers(c.get("q")))).isLessThan(1e-9);
    assertThat(q.fellBack()).isEqualTo(c.get("fell_back").asBoolean());
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void mixturesMatchStepForStep(JsonNode c) {
    Matrix labels = matrix(c.get("labels"));
    List<JsonNode> fits = list(c.get("fits"));
    for (int k = 1; k <= fits.size(); k++) {
      JsonNode fit = fits.get(k - 1);
      GaussianMixture mixture = GaussianMixture.fit(labels, k);

      assertThat(relative(mixture.logLikelihood(), fit.get("log_likelihood").asDouble()))
          .isLessThan(1e-9);
      assertThat(relative(mixture.bic(labels.rows()), fit.get("bic").asDouble())).isLessThan(1e-9);
      assertThat(worst(mixture.shares(), numbers(fit.get("share")))).isLessThan(1e-8);
      for (int part = 0; part < k; part++) {
        Gaussian distribution = mixture.parts().get(part);
        assertThat(
                worst(
                    new double[] {distribution.meanX(), distribution.meanY()},
                    numbers(fit.get("mean").get(part))))
            .isLessThan(1e-8);
        assertThat(
                worst(
                    Matrix.of(distribution.covariance().toRows()),
                    matrix(fit.get("covariance").get(part))))
            .isLessThan(1e-8);
      }
    }
    assertThat(GaussianMixture.fitByBic(labels, fits.size()).parts())
        .hasSize(c.get("best").asInt());
  }
}
