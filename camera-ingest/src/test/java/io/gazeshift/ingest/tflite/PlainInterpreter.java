package io.gazeshift.ingest.tflite;

import io.gazeshift.ingest.tflite.TfliteGraph.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes a graph operator by operator as TensorFlow Lite and MediaPipe define them, in plain
 * loops by pixels: slow, and nothing in common with how the translation runs.
 */
final class PlainInterpreter {

  private final TfliteGraph graph;
  private final Map<Integer, float[]> values = new HashMap<>();

  PlainInterpreter(TfliteGraph graph) {
    this.graph = graph;
  }

  /** Takes the input by pixels; answers the output of this name. */
  Map<String, float[]> run(float... input) {
    values.clear();
    values.put(graph.inputs().get(0), input);
    graph.steps().forEach(step -> values.put(step.output(), compute(step)));
    Map<String, float[]> answers = new HashMap<>();
    graph.outputs().forEach(output -> answers.put(graph.tensor(output).name(), values.get(output)));
    return answers;
  }

  private float[] value(int tensor) {
    return values.computeIfAbsent(tensor, graph::floats);
  }

  private int[] shape(int tensor) {
    return graph.tensor(tensor).shape().stream().mapToInt(Integer::intValue).toArray();
  }

  private float[] compute(Step step) {
    List<Integer> in = step.inputs();
    return switch (step.operator()) {
      case 0 -> sum(value(in.get(0)), value(in.get(1)));
      case 3 -> convolution(step, false);
      case 4 -> convolution(step, true);
      case 17 -> maxPool(step);
      case 18 -> product(value(in.get(0)), value(in.get(1)));
      case 22, 45 -> value(in.get(0)).clone();
      case 34 -> moreChannels(value(in.get(0)), shape(in.get(0))[3], shape(step.output())[3]);
      case 54 -> bent(value(in.get(0)), value(in.get(1)));
      case 32 -> custom(step);
      default -> throw new IllegalArgumentException("operator " + step.operator());
    };
  }

  private static float[] sum(float[] a, float[] b) {
    float[] sum = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      sum[i] = a[i] + b[i];
    }
    return sum;
  }

  private static float[] product(float[] a, float[] b) {
    float[] product = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      product[i] = a[i] * b[i % b.length];
    }
    return product;
  }

  private static float[] bent(float[] x, float[] slopes) {
    float[] bent = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      bent[i] = x[i] < 0 ? x[i] * slopes[i % slopes.length] : x[i];
    }
    return bent;
  }

  private static float[] moreChannels(float[] x, int from, int to) {
    float[] padded = new float[x.length / from * to];
    for (int i = 0; i < x.length; i++) {
      padded[i / from * to + i % from] = x[i];
    }
    return padded;
  }

  private static int before(int in, int out, int stride, int kernel) {
    return Math.max(0, (out - 1) * stride + kernel - in) / 2;
  }

  private float[] convolution(Step step, boolean byDepth) {
    int[] from = shape(step.inputs().get(0));
    int[] kernel = shape(step.inputs().get(1));
    int[] to = shape(step.output());
    float[] x = value(step.inputs().get(0));
    float[] weights = value(step.inputs().get(1));
    float[] bias = value(step.inputs().get(2));
    int strideX = step.options().number(1, 1);
    int strideY = step.options().number(2, 1);
    int top = before(from[1], to[1], strideY, kernel[1]);
    int left = before(from[2], to[2], strideX, kernel[2]);
    float[] y = new float[to[1] * to[2] * to[3]];
    for (int i = 0; i < y.length; i++) {
      int channel = i % to[3];
      int column = i / to[3] % to[2] * strideX - left;
      int row = i / to[3] / to[2] * strideY - top;
      double sum = bias[channel];
      for (int dy = Math.max(0, -row); dy < Math.min(kernel[1], from[1] - row); dy++) {
        for (int dx = Math.max(0, -column); dx < Math.min(kernel[2], from[2] - column); dx++) {
          int pixel = ((row + dy) * from[2] + column + dx) * from[3];
          if (byDepth) {
            sum += x[pixel + channel] * weights[(dy * kernel[2] + dx) * kernel[3] + channel];
          } else {
            int at = ((channel * kernel[1] + dy) * kernel[2] + dx) * kernel[3];
            for (int c = 0; c < from[3]; c++) {
              sum += x[pixel + c] * weights[at + c];
            }
          }
        }
      }
      y[i] = (float) sum;
    }
    return y;
  }

  private float[] maxPool(Step step) {
    int[] from = shape(step.inputs().get(0));
    int[] to = shape(step.output());
    float[] x = value(step.inputs().get(0));
    int strideX = step.options().number(1, 1);
    int strideY = step.options().number(2, 1);
    int width = step.options().number(3, 1);
    int height = step.options().number(4, 1);
    int top = before(from[1], to[1], strideY, height);
    int left = before(from[2], to[2], strideX, width);
    float[] y = new float[to[1] * to[2] * to[3]];
    for (int i = 0; i < y.length; i++) {
      int column = i / to[3] % to[2] * strideX - left;
      int row = i / to[3] / to[2] * strideY - top;
      float greatest = Float.NEGATIVE_INFINITY;
      for (int dy = Math.max(0, -row); dy < Math.min(height, from[1] - row); dy++) {
        for (int dx = Math.max(0, -column); dx < Math.min(width, from[2] - column); dx++) {
          int pixel = (row + dy) * from[2] + column + dx;
          greatest = Math.max(greatest, x[pixel * from[3] + i % to[3]]);
        }
      }
      y[i] = greatest;
    }
    return y;
  }

  private float[] custom(Step step) {
    float[] x = value(step.inputs().get(0));
    return switch (step.kind().customName()) {
      case "Landmarks2TransformMatrix" -> matrix(x, CustomOptions.of(step.customOptions()));
      case "TransformTensorBilinear" -> {
        int[] to = shape(step.output());
        yield cut(x, shape(step.inputs().get(0)), value(step.inputs().get(1)), to[1], to[2]);
      }
      case "TransformLandmarks" -> moved(x, value(step.inputs().get(1)));
      default -> throw new IllegalArgumentException(step.kind().customName());
    };
  }

  private static float[] matrix(float[] xyz, CustomOptions options) {
    int left = options.integer("left_rotation_idx");
    int right = options.integer("right_rotation_idx");
    double angle =
        Math.atan2(xyz[3 * right + 1] - xyz[3 * left + 1], xyz[3 * right] - xyz[3 * left]);
    double cos = Math.cos(angle);
    double sin = Math.sin(angle);
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    for (long point : options.integers("subset_idxs")) {
      double px = xyz[3 * (int) point];
      double py = xyz[3 * (int) point + 1];
      minX = Math.min(minX, cos * px + sin * py);
      maxX = Math.max(maxX, cos * px + sin * py);
      minY = Math.min(minY, -sin * px + cos * py);
      maxY = Math.max(maxY, -sin * px + cos * py);
    }
    int width = options.integer("output_width");
    int height = options.integer("output_height");
    double scaleX = options.number("scale_x") * (maxX - minX) / width;
    double scaleY = options.number("scale_y") * (maxY - minY) / height;
    // Upright, the cut-out starts half of its size before the middle.
    double startX = (minX + maxX) / 2 - scaleX * width / 2;
    double startY = (minY + maxY) / 2 - scaleY * height / 2;
    return new float[] {
      (float) (cos * scaleX),
      (float) (-sin * scaleY),
      0,
      (float) (cos * startX - sin * startY),
      (float) (sin * scaleX),
      (float) (cos * scaleY),
      0,
      (float) (sin * startX + cos * startY),
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      1
    };
  }

  static float[] cut(float[] x, int[] from, float[] m, int height, int width) {
    float[] y = new float[height * width * from[3]];
    for (int i = 0; i < height * width; i++) {
      int row = i / width;
      int column = i % width;
      double outX = column + 0.5;
      double outY = row + 0.5;
      double inX = m[0] * outX + m[1] * outY + m[3] - 0.5;
      double inY = m[4] * outX + m[5] * outY + m[7] - 0.5;
      if (inX < 0 || inX > from[2] - 1 || inY < 0 || inY > from[1] - 1) {
        continue;
      }
      int left = (int) inX;
      int top = (int) inY;
      int right = Math.min(left + 1, from[2] - 1);
      int bottom = Math.min(top + 1, from[1] - 1);
      for (int c = 0; c < from[3]; c++) {
        double upper =
            (1 - inX + left) * x[(top * from[2] + left) * from[3] + c]
                + (inX - left) * x[(top * from[2] + right) * from[3] + c];
        double lower =
            (1 - inX + left) * x[(bottom * from[2] + left) * from[3] + c]
                + (inX - left) * x[(bottom * from[2] + right) * from[3] + c];
        y[i * from[3] + c] = (float) ((1 - inY + top) * upper + (inY - top) * lower);
      }
    }
    return y;
  }

  private static float[] moved(float[] xy, float[] m) {
    float[] moved = new float[xy.length];
    for (int i = 0; i < xy.length; i += 2) {
      moved[i] = m[0] * xy[i] + m[1] * xy[i + 1] + m[3];
      moved[i + 1] = m[4] * xy[i] + m[5] * xy[i + 1] + m[7];
    }
    return moved;
  }
}
