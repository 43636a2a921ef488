package io.gazeshift.glsge.kernel;

import static io.gazeshift.glsge.Samples.finiteDifferences;
import static io.gazeshift.glsge.Samples.normal;
import static io.gazeshift.glsge.Samples.weights;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomFeaturePcodTest {

  private final RandomFeaturePcod random = new RandomFeaturePcod(KernelSettings.DEFAULT, 640, 3);
  private final Pcod exact = new Pcod(KernelSettings.DEFAULT);

  @Test
  void valueAndGradientAreCloseToTheExactOnes() {
    Random seed = new Random(1);
    int n = 150;
    Matrix ys = normal(seed, n, 2, 0, 0.3);
    Matrix yt = normal(seed, n, 2, 0.1, 0.2);
    Matrix zs = lowDimensional(ys, 0, seed);
    Matrix zt = lowDimensional(yt, 0.6, seed);
    double[] q = weights(seed, n);

    Discrepancy truth = exact.between(zs, zt, ys, yt, q);
    Discrepancy d = random.between(zs, zt, ys, yt, q);

    assertThat(d.t1()).isCloseTo(truth.t1(), withinPercentage(5));
    assertThat(d.t2()).isCloseTo(truth.t2(), withinPercentage(5));
    assertThat(d.t3()).isCloseTo(truth.t3(), withinPercentage(5));
    assertThat(d.t4()).isCloseTo(truth.t4(), withinPercentage(5));
    assertThat(d.t5()).isCloseTo(truth.t5(), withinPercentage(5));
    assertThat(d.t6()).isCloseTo(truth.t6(), withinPercentage(8));
    assertThat(d.squared()).isCloseTo(truth.squared(), withinPercentage(10));
    assertThat(cosine(d.sourceGradient(), truth.sourceGradient())).isGreaterThan(0.8);
    assertThat(cosine(d.targetGradient(), truth.targetGradient())).isGreaterThan(0.8);
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
  void whatItCannotDoIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RandomFeaturePcod(KernelSettings.DEFAULT.withSmoothing(1e-3), 640, 1))
        .withMessageContaining("exact discrepancy");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RandomFeaturePcod(KernelSettings.DEFAULT, 3, 1))
        .withMessageContaining("4 or more");
  }

  /** Features in ten dimensions that depend on the label and one nuisance. */
  private static Matrix lowDimensional(Matrix labels, double shift, Random random) {
    Matrix features = Matrix.zeros(labels.rows(), 10);
    for (int i = 0; i < labels.rows(); i++) {
      double nuisance = random.nextGaussian() + shift;
      for (int c = 0; c < 10; c++) {
        features.set(
            i,
            c,
            Math.sin(c + 3 * labels.get(i, 0)) + Math.cos(c * nuisance * 0.3 + labels.get(i, 1)));
      }
    }
    return features;
  }

  private static double cosine(Matrix a, Matrix b) {
    return a.dot(b) / Math.sqrt(a.dot(a) * b.dot(b));
  }
}
