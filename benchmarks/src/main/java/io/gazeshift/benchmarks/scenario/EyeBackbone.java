package io.gazeshift.benchmarks.scenario;

import io.gazeshift.glsge.data.Safetensors;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The frozen network that turns both eye crops into 128 features: three convolutions and a dense
 * layer, trained once on the source's people. Immutable.
 */
final class EyeBackbone {

  static final int FEATURES = 128;

  private final Convolution c1;
  private final Convolution c2;
  private final Convolution c3;
  private final float[] weight;
  private final float[] bias;

  private EyeBackbone(Safetensors file) {
    c1 = new Convolution(file, "c1", 2, 12, 5, EyeCrops.ROWS, EyeCrops.COLUMNS);
    c2 = new Convolution(file, "c2", 12, 24, 3, c1.outRows, c1.outColumns);
    c3 = new Convolution(file, "c3", 24, 32, 3, c2.outRows, c2.outColumns);
    weight = file.tensor("f.weight").requireShape(FEATURES, c3.outputs()).floats();
    bias = file.tensor("f.bias").requireShape(FEATURES).floats();
  }

  /** The one that the scenarios were made with. */
  static EyeBackbone load() {
    return new EyeBackbone(resource("backbone.safetensors"));
  }

  static Safetensors resource(String name) {
    try (InputStream in = EyeBackbone.class.getResourceAsStream("/scenarios/" + name)) {
      return Safetensors.read(in.readAllBytes(), name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  float[] features(float[] image) {
    float[] hidden = c3.apply(c2.apply(c1.apply(image)));
    float[] features = new float[FEATURES];
    for (int i = 0; i < FEATURES; i++) {
      features[i] = Math.max(0, bias[i] + dot(weight, i * hidden.length, hidden, 0, hidden.length));
    }
    return features;
  }

  private static float dot(float[] a, int aFrom, float[] b, int bFrom, int length) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    int i = 0;
    for (; i + 3 < length; i += 4) {
      s0 += a[aFrom + i] * b[bFrom + i];
      s1 += a[aFrom + i + 1] * b[bFrom + i + 1];
      s2 += a[aFrom + i + 2] * b[bFrom + i + 2];
      s3 += a[aFrom + i + 3] * b[bFrom + i + 3];
    }
    for (; i < length; i++) {
      s0 += a[aFrom + i] * b[bFrom + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** A convolution of stride 2 that pads with zeros, and a ReLU. */
  private static final class Convolution {

    private final int inputs;
    private final int outputs;
    private final int size;
    private final int rows;
    private final int columns;
    private final int outRows;
    private final int outColumns;
    private final float[] weight;
    private final float[] bias;

    Convolution(
        Safetensors file, String name, int inputs, int outputs, int size, int rows, int columns) {
      this.inputs = inputs;
      this.outputs = outputs;
      this.size = size;
      this.rows = rows;
      this.columns = columns;
      this.outRows = (rows + 1) / 2;
      this.outColumns = (columns + 1) / 2;
      this.weight =
          file.tensor(name + ".weight").requireShape(outputs, inputs, size, size).floats();
      this.bias = file.tensor(name + ".bias").requireShape(outputs).floats();
    }

    int outputs() {
      return outputs * outRows * outColumns;
    }

    float[] apply(float[] image) {
      int window = inputs * size * size;
      float[] seen = new float[window];
      float[] result = new float[outputs()];
      for (int y = 0; y < outRows; y++) {
        for (int x = 0; x < outColumns; x++) {
          look(image, 2 * y - size / 2, 2 * x - size / 2, seen);
          for (int o = 0; o < outputs; o++) {
            result[(o * outRows + y) * outColumns + x] =
                Math.max(0, bias[o] + dot(weight, o * window, seen, 0, window));
          }
        }
      }
      return result;
    }

    private void look(float[] image, int top, int left, float[] seen) {
      int at = 0;
      for (int channel = 0; channel < inputs; channel++) {
        for (int dy = 0; dy < size; dy++) {
          int row = top + dy;
          for (int dx = 0; dx < size; dx++) {
            int column = left + dx;
            boolean inside = row >= 0 && row < rows && column >= 0 && column < columns;
            seen[at++] = inside ? image[(channel * rows + row) * columns + column] : 0;
          }
        }
      }
    }
  }
}
