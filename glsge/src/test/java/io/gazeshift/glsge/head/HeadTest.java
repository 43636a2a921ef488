package io.gazeshift.glsge.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadTest {

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 5, 2", "128, 64, 32", "510, 257, 129"})
  void aPredictionEqualsANaiveDoubleEvaluation(int inputs, int first, int second) {
    Head head = random(inputs, first, second, 7);
    Random random = new Random(11);
    for (int n = 0; n < 20; n++) {
      float[] x = normals(inputs, 1, random);
      double[] naive = naive(head, x);

      float[] angles = head.predict(x);

      assertThat(angles[0]).isCloseTo((float) naive[0], within(1e-5f));
      assertThat(angles[1]).isCloseTo((float) naive[1], within(1e-5f));
    }
  }

  @Test
  void aBatchGivesTheSameAsItsRowsOneByOneAndTouchesNothingElse() {
    Head head = random(17, 9, 6, 3);
    float[] rows = normals(2 + 3 * 17, 1, new Random(5));
    float[] angles = new float[8];

    head.predict(rows, 2, 3, angles, 1);

    for (int i = 0; i < 3; i++) {
      float[] row = Arrays.copyOfRange(rows, 2 + i * 17, 2 + (i + 1) * 17);
      assertThat(head.predict(row)).containsExactly(angles[1 + 2 * i], angles[2 + 2 * i]);
    }
    assertThat(angles[0]).isZero();
    assertThat(angles[7]).isZero();
  }

  @Test
  void aHeadKeepsNoArrayOfItsCaller() {
    float[] weight = {1, 2};
    DenseLayer layer = new DenseLayer(2, 1, weight, new float[] {3});
    weight[0] = 99;
    layer.weight()[1] = 99;

    assertThat(layer.weight()).containsExactly(1, 2);
  }

  @Test
  void theHashTellsHeadsApartAndEqualOnesNot() {
    Head head = random(8, 6, 4, 1);

    assertThat(random(8, 6, 4, 1).sha256()).isEqualTo(head.sha256()).hasSize(64);
    assertThat(random(8, 6, 4, 1)).isEqualTo(head).hasSameHashCodeAs(head);
    assertThat(random(8, 6, 4, 2).sha256()).isNotEqualTo(head.sha256());
    assertThat(random(8, 6, 4, 2)).isNotEqualTo(head);
  }

  @Test
  void layersThatDoNotFitAreRejectedWithTheirSizes() {
    DenseLayer a = layer(4, 3, new Random(0));
    DenseLayer b = layer(2, 5, new Random(0));
    DenseLayer c = layer(5, 2, new Random(0));

    assertThatThrownBy(() -> new Head(a, b, c))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the second hidden layer expects 2 inputs, but the layer before it has 3 outputs");
    assertThatThrownBy(() -> new Head(a, layer(3, 4, new Random(0)), c))
        .hasMessage("the linear layer expects 5 inputs, but the layer before it has 4 outputs");
    assertThatThrownBy(() -> new Head(a, layer(3, 4, new Random(0)), layer(4, 3, new Random(0))))
        .hasMessage("a head must have 2 outputs, pitch and yaw, but its linear layer is 3 x 4");
    assertThatThrownBy(() -> Head.of(List.of(a, b))).hasMessageContaining("got 2");
  }

  @Test
  void aLayerOfTheWrongSizeOrWithANumberThatIsNotFiniteIsRejected() {
    assertThatThrownBy(() -> new DenseLayer(2, 2, new float[3], new float[2]))
        .hasMessage("a layer of 2 x 2 needs a weight of 4 numbers, got 3");
    assertThatThrownBy(() -> new DenseLayer(2, 2, new float[4], new float[1]))
        .hasMessage("a layer of 2 x 2 needs a bias of 2 numbers, got 1");
    assertThatThrownBy(() -> new DenseLayer(0, 2, new float[0], new float[2]))
        .hasMessageContaining("at least one input");
    assertThatThrownBy(() -> new DenseLayer(2, 1, new float[] {1, Float.NaN}, new float[1]))
        .hasMessage("a layer of 1 x 2 has the weight NaN at 1; weights must be finite");
  }

  @Test
  void featuresOfTheWrongLengthAreRejected() {
    Head head = random(4, 3, 2, 0);

    assertThatThrownBy(() -> head.predict(new float[5]))
        .hasMessage("this head expects 4 features, got 5");
    assertThatThrownBy(() -> head.predict(new float[7], 0, 2, new float[4], 0))
        .hasMessage("features: needs 8 numbers from 0 on, the array has 7");
    assertThatThrownBy(() -> head.predict(new float[8], 0, 2, new float[3], 0))
        .hasMessageStartingWith("angles:");
  }

  static Head random(int inputs, int first, int second, long seed) {
    Random random = new Random(seed);
    return new Head(
        layer(inputs, first, random), layer(first, second, random), layer(second, 2, random));
  }

  private static DenseLayer layer(int inputs, int outputs, Random random) {
    return new DenseLayer(
        inputs,
        outputs,
        normals(inputs * outputs, Math.sqrt(2.0 / inputs), random),
        normals(outputs, 0.1, random));
  }

  private static float[] normals(int n, double scale, Random random) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) (scale * random.nextGaussian());
    }
    return values;
  }

  private static double[] naive(Head head, float[] features) {
    double[] x = new double[features.length];
    Arrays.setAll(x, i -> features[i]);
    for (int l = 0; l < 3; l++) {
      DenseLayer layer = head.layers().get(l);
      float[] weight = layer.weight();
      float[] bias = layer.bias();
      double[] y = new double[layer.outputs()];
      for (int o = 0; o < y.length; o++) {
        double sum = bias[o];
        for (int i = 0; i < x.length; i++) {
          sum += (double) weight[o * x.length + i] * x[i];
        }
        y[o] = l < 2 ? Math.max(0, sum) : sum;
      }
      x = y;
    }
    return x;
  }
}
