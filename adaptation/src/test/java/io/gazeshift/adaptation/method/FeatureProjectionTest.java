package io.gazeshift.adaptation.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FeatureProjectionTest {

  private static final int WIDTH = 16;

  private final Head head = new Head(layer(WIDTH, 12, 1), layer(12, 8, 2), layer(8, 2, 3));

  private static DenseLayer layer(int inputs, int outputs, long seed) {
    Random random = new Random(seed);
    float[] weight = new float[inputs * outputs];
    for (int i = 0; i < weight.length; i++) {
      weight[i] = (float) (random.nextGaussian() / Math.sqrt(inputs));
    }
    return new DenseLayer(inputs, outputs, weight, new float[outputs]);
  }

  private static FeatureRows cloud(int count, double centre, long seed) {
    Random random = new Random(seed);
    float[] values = new float[count * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (centre + random.nextGaussian());
    }
    return FeatureRows.of(values, WIDTH);
  }

  private static double distanceOfMeans(FeatureProjection projection) {
    return Math.hypot(
        mean(projection.source(), 0) - mean(projection.target(), 0),
        mean(projection.source(), 1) - mean(projection.target(), 1));
  }

  private static double mean(Matrix points, int column) {
    double sum = 0;
    for (int i = 0; i < points.rows(); i++) {
      sum += points.get(i, column) / points.rows();
    }
    return sum;
  }

  @Test
  void drawsAShareOfEachSideOnTwoAxes() {
    FeatureProjection projection = FeatureProjection.of(head, cloud(2000, 0, 1), cloud(30, 0, 2));

    assertThat(projection.source().rows()).isEqualTo(500);
    assertThat(projection.target().rows()).isEqualTo(30);
    assertThat(projection.source().cols()).isEqualTo(2);
    assertThat(projection.source().isFinite()).isTrue();
  }

  @Test
  void showsWhatLiesApartApartAndWhatIsAlikeTogether() {
    double apart = distanceOfMeans(FeatureProjection.of(head, cloud(300, 0, 1), cloud(300, 3, 2)));
    double alike = distanceOfMeans(FeatureProjection.of(head, cloud(300, 0, 1), cloud(300, 0, 2)));

    assertThat(apart).isGreaterThan(1.5);
    assertThat(alike).isLessThan(0.4);
  }

  @Test
  void axesOfTwoPicturesRunTheSameWay() {
    FeatureProjection one = FeatureProjection.of(head, cloud(300, 0, 1), cloud(300, 3, 2));
    FeatureProjection upsideDown =
        new FeatureProjection(
            one.source().copy().scaleInPlace(-1), one.target().copy().scaleInPlace(-1));

    assertThat(upsideDown.facing(one).target().data()).containsExactly(one.target().data());
    assertThat(one.facing(one).source().data()).containsExactly(one.source().data());
  }

  @Test
  void featuresThatAreAllTheSameAreDrawnAsOnePoint() {
    FeatureRows constant = FeatureRows.of(new float[10 * WIDTH], WIDTH);

    FeatureProjection projection = FeatureProjection.of(head, constant, constant);

    assertThat(projection.source().isFinite()).isTrue();
    assertThat(distanceOfMeans(projection)).isZero();
  }
}
