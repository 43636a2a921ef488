package io.gazeshift.glsge.kernel;

import static io.gazeshift.glsge.Vectors.list;
import static io.gazeshift.glsge.Vectors.load;
import static io.gazeshift.glsge.Vectors.matrix;
import static io.gazeshift.glsge.Vectors.numbers;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every term and gradient of PCOD against reference vectors. */
class PcodVectorsTest {

  private static final double TOLERANCE = 1e-10;

  static List<Arguments> variants() {
    List<Arguments> all = new ArrayList<>();
    for (String name :
        List.of(
            "pcod_ns5_nt5.json",
            "pcod_ns12_nt9.json",
            "pcod_ns20_nt20.json",
            "pcod_ns100_nt100.json")) {
      JsonNode batch = load(name);
      for (JsonNode v : list(batch.get("variants"))) {
        String label =
            "%s %s %s %s"
                .formatted(name, v.get("q_kind").asText(), v.get("kernel").asText(), v.get("eps"));
        all.add(Arguments.argumentSet(label, batch, v));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyTermAndTheGradientMatch(JsonNode batch, JsonNode v) {
    Discrepancy d = evaluate(batch, v, settings(v));

    double[] terms = {d.t1(), d.t2(), d.t3(), d.t4(), d.t5(), d.t6(), d.squared(), d.distance()};
    String[] names = {"t1", "t2", "t3", "t4", "t5", "t6", "d2", "d"};
    for (int i = 0; i < names.length; i++) {
      assertRelative(names[i], terms[i], v.get(names[i]).asDouble());
    }
    assertThat(worst(gradient(d), matrix(v.get("grad_d2_Z")))).isLessThan(TOLERANCE);
    assertThat(kernels(batch, "Z", v).bandwidth()).isNotNaN();
    assertRelative("bw_z", kernels(batch, "Z", v).bandwidth(), v.get("bw_z").asDouble());
    assertRelative("bw_y", kernels(batch, "Y", v).bandwidth(), v.get("bw_y").asDouble());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void theBandwidthMayBeDifferentiatedToo(JsonNode batch, JsonNode v) {
    if (v.has("grad_d2_Z_bwgrad")) {
      Discrepancy d = evaluate(batch, v, settings(v).withBandwidthGradient(true));

      assertThat(worst(gradient(d), matrix(v.get("grad_d2_Z_bwgrad")))).isLessThan(TOLERANCE);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void theNuclearNormMayBeSmoothed(JsonNode batch, JsonNode v) {
    if (v.has("d2_smooth_delta1e_3")) {
      Discrepancy d = evaluate(batch, v, settings(v).withSmoothing(1e-3));

      assertRelative("d2", d.squared(), v.get("d2_smooth_delta1e_3").asDouble());
      assertThat(worst(gradient(d), matrix(v.get("grad_smooth")))).isLessThan(TOLERANCE);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void theOperatorsOnTheWayMatch(JsonNode batch, JsonNode v) {
    if (!v.has("As")) {
      return;
    }
    int ns = batch.get("ns").asInt();
    int nt = batch.get("nt").asInt();
    Matrix ky = kernels(batch, "Y", v).values();
    int[] source = IntStream.range(0, ns).toArray();
    int[] target = IntStream.range(ns, ns + nt).toArray();
    double ridge = v.get("eps").asDouble();
    LabelOperators s = LabelOperators.of(ky.at(source, source), numbers(v.get("q")), ridge);
    LabelOperators t =
        LabelOperators.of(ky.at(target, target), ImportanceWeights.uniform(nt), ridge);

    assertThat(worst(ky, matrix(v.get("Ky")))).isLessThan(TOLERANCE);
    assertThat(worst(kernels(batch, "Z", v).values(), matrix(v.get("Kz")))).isLessThan(TOLERANCE);
    assertThat(worst(s.meanSquare(), matrix(v.get("As")))).isLessThan(TOLERANCE);
    assertThat(worst(t.meanSquare(), matrix(v.get("At")))).isLessThan(TOLERANCE);
    assertThat(worst(Blas.gram(s.variance()), matrix(v.get("Rs")))).isLessThan(TOLERANCE);
    assertThat(worst(Blas.gram(t.variance()).scaleInPlace(nt), matrix(v.get("Rt"))))
        .isLessThan(TOLERANCE);
  }

  /** Samples without weight have zeros in the vectors, and no place in ours. */
  @ParameterizedTest
  @MethodSource("variants")
  void theLinearFormMatches(JsonNode batch, JsonNode v) {
    if (!v.has("Gamma")) {
      return;
    }
    int ns = batch.get("ns").asInt();
    Matrix labels = Matrix.stack(matrix(batch.get("Ys")), matrix(batch.get("Yt")));

    Pcod.LinearForm form =
        new Pcod(settings(v))
            .form(
                CompletableFuture.completedFuture(kernels(batch, "Z", v)),
                labels,
                numbers(v.get("q")));

    int[] source = IntStream.of(form.used()).filter(i -> i < ns).toArray();
    Matrix cross = matrix(v.get("X1"));
    Matrix gamma = matrix(v.get("Gamma"));
    int[] target = IntStream.range(0, cross.rows()).toArray();
    assertThat(worst(form.cross(), cross.at(target, source))).isLessThan(1e-9);
    assertThat(worst(form.gamma(), gamma.at(form.used(), form.used()))).isLessThan(1e-9);
    assertThat(sumOfSquares(cross)).isCloseTo(sumOfSquares(form.cross()), withinPercentage(1e-7));
    assertThat(sumOfSquares(gamma)).isCloseTo(sumOfSquares(form.gamma()), withinPercentage(1e-7));
  }

  private static double sumOfSquares(Matrix matrix) {
    return matrix.dot(matrix);
  }

  private static KernelSettings settings(JsonNode v) {
    return KernelSettings.DEFAULT
        .withMultipliers(numbers(v.get("mults")))
        .withRidge(v.get("eps").asDouble());
  }

  private static Discrepancy evaluate(JsonNode batch, JsonNode v, KernelSettings settings) {
    return new Pcod(settings)
        .between(
            matrix(batch.get("Zs")),
            matrix(batch.get("Zt")),
            matrix(batch.get("Ys")),
            matrix(batch.get("Yt")),
            numbers(v.get("q")));
  }

  private static GaussianKernels kernels(JsonNode batch, String which, JsonNode v) {
    return GaussianKernels.of(
        Matrix.stack(matrix(batch.get(which + "s")), matrix(batch.get(which + "t"))),
        numbers(v.get("mults")),
        false);
  }

  private static Matrix gradient(Discrepancy d) {
    return Matrix.stack(d.sourceGradient(), d.targetGradient());
  }

  private static void assertRelative(String what, double actual, double expected) {
    assertThat(Math.abs(actual - expected))
        .as("%s: %s against %s", what, actual, expected)
        .isLessThanOrEqualTo(TOLERANCE * Math.abs(expected));
  }
}
