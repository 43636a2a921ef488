package io.gazeshift.glsge.kernel;

import static io.gazeshift.glsge.Samples.finiteDifferences;
import static io.gazeshift.glsge.Samples.normal;
import static io.gazeshift.glsge.Samples.weights;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.NetworkBatch;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomFeaturePcodTest {

  private final RandomFeaturePcod random = new RandomFeaturePcod(KernelSettings.DEFAULT, 640, 3);
  private final Pcod exact = new Pcod(KernelSettings.DEFAULT);

  @ParameterizedTest
  @CsvSource({"3, 1", "3, 2", "3, 3", "8, 1", "8, 2", "8, 3"})
  void valueAndGradientAreAsCloseToTheExactOnesAsTheReadmeSays(int nuisances, int seed) {
    NetworkBatch batch = NetworkBatch.random(300, nuisances, seed);

    Discrepancy truth = batch.evaluate(exact);
    Discrepancy d = batch.evaluate(new RandomFeaturePcod(KernelSettings.DEFAULT, 120, seed));

    assertThat(d.distance()).isCloseTo(truth.distance(), withinPercentage(3));
    assertThat(d.t4()).isCloseTo(truth.t4(), withinPercentage(2));
    assertThat(d.t5()).isCloseTo(truth.t5(), withinPercentage(2));
    assertThat(d.t6()).isCloseTo(truth.t6(), withinPercentage(6));
    Matrix gradient = batch.byWeights(d);
    Matrix trueGradient = batch.byWeights(truth);
    assertThat(cosine(gradient, trueGradient)).isGreaterThan(0.99);
    assertThat(gradient.dot(gradient))
        .isCloseTo(trueGradient.dot(trueGradient), withinPercentage(10));
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "8, 2"})
  void manySamplesAreAsCloseWithTheUsualNumberOfFeatures(int nuisances, int seed) {
    NetworkBatch batch = NetworkBatch.random(1000, nuisances, seed);

    Discrepancy truth = batch.evaluate(exact);
    Discrepancy d =
        batch.evaluate(
            new RandomFeaturePcod(
                KernelSettings.DEFAULT, RandomFeaturePcod.DEFAULT_FEATURES, seed));

    assertThat(d.distance()).isCloseTo(truth.distance(), withinPercentage(4));
    Matrix gradient = batch.byWeights(d);
    Matrix trueGradient = batch.byWeights(truth);
    assertThat(cosine(gradient, trueGradient)).isGreaterThan(0.99);
    assertThat(gradient.dot(gradient))
        .isCloseTo(trueGradient.dot(trueGradient), withinPercentage(10));
  }

  @Test
  void asManyFeaturesAsSamplesGiveTheExactValueAndGradient() {
    NetworkBatch batch = NetworkBatch.random(100, 3, 1);

    Discrepancy truth = batch.evaluate(exact);
    Discrepancy d = batch.evaluate(random);

    assertThat(d.squared()).isCloseTo(truth.squared(), withinPercentage(0.5));
    assertThat(cosine(d.sourceGradient(), truth.sourceGradient())).isGreaterThan(0.999);
    assertThat(cosine(d.targetGradient(), truth.targetGradient())).isGreaterThan(0.999);
  }

  @Test
  void theGradientIsThatOfTheValue() {
    Random seed = new Random(2);
    int ns = 30;
    int nt = 25;
    Matrix points = GaussianKernels.centred(normal(seed, ns + nt, 3, 0, 1));
    Matrix labels = normal(seed, ns + nt, 2, 0, 0.2);
    double[] q = weights(seed, ns);
    RandomFeaturePcod few =
        new RandomFeaturePcod(KernelSettings.DEFAULT.withMultipliers(0.5, 1), 16, 4);

    Discrepancy d = few.between(points, 6, labels, q);

    assertThat(
            worst(
                Matrix.stack(d.sourceGradient(), d.targetGradient()),
                finiteDifferences(points, 1e-3, z -> few.between(z, 6, labels, q).squared())))
        .isLessThan(1e-6);
  }

  @Test
  void equalDomainsHaveNoDiscrepancy() {
    Random seed = new Random(5);
    Matrix z = normal(seed, 60, 6, 0, 1);
    Matrix y = normal(seed, 60, 2, 0, 0.2);

    Discrepancy d = random.between(z, z, y, y, ImportanceWeights.uniform(60));

    assertThat(d.squared()).isCloseTo(0, offset(1e-4));
    assertThat(d.sourceGradient().isFinite()).isTrue();
  }

  @Test
  void theSameSeedGivesTheSameFeatures() {
    Random seed = new Random(6);
    Matrix z = normal(seed, 20, 6, 0, 1);
    Matrix w = normal(seed, 20, 6, 0.4, 1);
    Matrix y = normal(seed, 20, 2, 0, 0.2);
    double[] q = ImportanceWeights.uniform(20);
    RandomFeaturePcod few = new RandomFeaturePcod(KernelSettings.DEFAULT, 100, 4);

    assertThat(few.between(z, w, y, y, q).squared())
        .isEqualTo(
            new RandomFeaturePcod(KernelSettings.DEFAULT, 100, 4).between(z, w, y, y, q).squared());
  }

  @Test
  void whatItCannotDoIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RandomFeaturePcod(KernelSettings.DEFAULT.withSmoothing(1e-3), 640, 1))
        .withMessageContaining("exact discrepancy");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RandomFeaturePcod(KernelSettings.DEFAULT, 3, 1))
        .withMessageContaining("4 or more");
  }

  private static double cosine(Matrix a, Matrix b) {
    return a.dot(b) / Math.sqrt(a.dot(a) * b.dot(b));
  }
}
