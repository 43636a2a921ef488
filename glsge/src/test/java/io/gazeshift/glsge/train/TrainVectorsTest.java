package io.gazeshift.glsge.train;

import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.load;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.numbers;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import ai.djl.Device;
import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.marginal.DareGramSettings;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole training steps, schedule and angular error against reference vectors. */
class TrainVectorsTest {

  private static final List<String> NAMES =
      List.of("g.0.weight", "g.0.bias", "g.2.weight", "g.2.bias", "h.weight", "h.bias");

  /** The same network in our own code and on the engine. */
  static List<Arguments> heads() {
    Function<Head, TrainableHead> blas =
        head -> TrainableHead.of(head, Device.cpu(), Runnable::run);
    Function<Head, TrainableHead> engine =
        head -> new EngineHead(new HeadWeights(head), Device.cpu());
    return List.of(Arguments.argumentSet("BLAS", blas), Arguments.argumentSet("engine", engine));
  }

  @ParameterizedTest
  @MethodSource("heads")
  void threeStepsMatchInFloats(Function<Head, TrainableHead> heads) {
    JsonNode c = load("train_step.json");
    Matrix xs = matrix(c.get("Xs"));
    Matrix x = Matrix.stack(xs, matrix(c.get("Xt")));
    Matrix gaze = matrix(c.get("Ys"));
    double[] q = numbers(c.get("q"));
    // These gradients were made by automatic differentiation, also of the truncated inverse.
    GlsgeLoss loss =
        new GlsgeLoss(
            Objective.DEFAULT
                .withLambda(c.get("lam").asDouble())
                .withMarginal(DareGramSettings.DEFAULT.withExactGradient(false)),
            1,
            Runnable::run);
    try (TrainableHead head = heads.apply(head(c.get("params")))) {
      Adam adam = new Adam(head.weights().lengths());
      for (JsonNode step : list(c.get("steps"))) {
        LossTerms[] terms = new LossTerms[1];
        float[][] gradients =
            head.gradients(
                x.toFloats(),
                x.rows(),
                (z, y) -> {
                  int ns = xs.rows();
                  GlsgeLoss.Evaluation e =
                      loss.evaluate(
                          z.rows(0, ns),
                          z.rows(ns, z.rows()),
                          y.rows(0, ns),
                          gaze,
                          y.rows(ns, y.rows()),
                          q);
                  terms[0] = e.terms();
                  return OutputLayout.of(e, z, y);
                });
        adam.step(head.weights().values(), gradients, 3e-3);

        assertThat(terms[0].l1()).isCloseTo(step.get("l1").asDouble(), withinPercentage(0.01));
        assertThat(terms[0].discrepancySquared())
            .isCloseTo(step.get("d2").asDouble(), withinPercentage(0.01));
        assertThat(terms[0].marginal())
            .isCloseTo(step.get("daregram").asDouble(), withinPercentage(0.01));
        assertThat(terms[0].total()).isCloseTo(step.get("loss").asDouble(), withinPercentage(0.01));
        for (int k = 0; k < NAMES.size(); k++) {
          assertThat(worst(wide(gradients[k]), flat(step.get("grads").get(NAMES.get(k)))))
              .as(NAMES.get(k))
              .isLessThan(1e-4);
          assertThat(
                  worst(
                      wide(head.weights().values()[k]),
                      flat(step.get("params_after").get(NAMES.get(k)))))
              .as(NAMES.get(k))
              .isLessThan(1e-4);
        }
      }
    }
  }

  @Test
  void theLearningRateFollowsTheCosine() {
    JsonNode c = load("cosine_lr.json");
    CosineSchedule schedule = new CosineSchedule(c.get("lr0").asDouble(), c.get("T").asInt());
    double[] rates = numbers(c.get("lr"));
    for (int t = 0; t < rates.length; t++) {
      assertThat(schedule.at(t)).isCloseTo(rates[t], offset(1e-18));
    }
  }

  /** The file has yaw before pitch. */
  @Test
  void angularErrorsMatch() {
    JsonNode c = load("gaze.json");
    Matrix a = matrix(c.get("gaze"));
    Matrix b = matrix(c.get("gaze2"));
    Matrix vectors = matrix(c.get("vec"));
    double[] errors = numbers(c.get("angular_error_deg"));
    double sum = 0;
    for (int i = 0; i < errors.length; i++) {
      assertThat(
              Math.toDegrees(
                  AngularError.radians(a.get(i, 1), a.get(i, 0), b.get(i, 1), b.get(i, 0))))
          .isCloseTo(errors[i], offset(1e-9 * Math.max(1e-3, errors[i])));
      assertThat(
              worst(AngularError.vector(a.get(i, 1), a.get(i, 0)), vectors.rows(i, i + 1).data()))
          .isLessThan(1e-14);
      sum += errors[i];
    }
    assertThat(AngularError.meanDegrees(swapped(a), swapped(b)))
        .isCloseTo(sum / errors.length, withinPercentage(1e-9));
  }

  private static Matrix swapped(Matrix gaze) {
    Matrix result = gaze.copy();
    for (int i = 0; i < gaze.rows(); i++) {
      result.set(i, 0, gaze.get(i, 1));
      result.set(i, 1, gaze.get(i, 0));
    }
    return result;
  }

  private static Head head(JsonNode params) {
    return Head.of(List.of(layer(params, "g.0"), layer(params, "g.2"), layer(params, "h")));
  }

  private static DenseLayer layer(JsonNode params, String name) {
    Matrix weight = matrix(params.get(name + ".weight"));
    double[] bias = numbers(params.get(name + ".bias"));
    return new DenseLayer(
        weight.cols(),
        weight.rows(),
        weight.toFloats(),
        Matrix.wrap(1, bias.length, bias).toFloats());
  }

  private static double[] flat(JsonNode node) {
    return node.get(0).isArray() ? matrix(node).data() : numbers(node);
  }

  private static double[] wide(float[] values) {
    return Matrix.ofFloats(1, values.length, values).data();
  }
}
