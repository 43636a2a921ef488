package io.gazeshift.backbone.engine;

import io.gazeshift.backbone.onnx.OnnxGraph;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Random;

/** One small network twice: as an ONNX graph, and as plain loops to compare with. */
final class SmallNet {

  static final int SIDE = 16;
  static final int FEATURES = 5;
  private static final int TOP = 4;
  private static final int ROWS = 9;
  private static final int COLUMNS = 12;
  private static final int FILTERS = 4;
  private static final int KERNEL = 3;
  private static final int STRIDE = 2;
  private static final int CONV_ROWS = (ROWS - KERNEL) / STRIDE + 1;
  private static final int CONV_COLUMNS = (COLUMNS - KERNEL) / STRIDE + 1;
  private static final int POOL = 2;
  private static final int FLAT = FILTERS * (CONV_ROWS / POOL) * (CONV_COLUMNS / POOL);

  private final float[] grey = {0.3f, 0.6f, 0.1f};
  private final float[] kernels;
  private final float[] kernelBias;
  private final float[] weight;
  private final float[] bias;

  SmallNet(long seed) {
    Random random = new Random(seed);
    kernels = normals(FILTERS * KERNEL * KERNEL, random);
    kernelBias = normals(FILTERS, random);
    weight = normals(FEATURES * FLAT, random);
    bias = normals(FEATURES, random);
  }

  byte[] onnx() {
    OnnxGraph graph = new OnnxGraph("small");
    graph.output("features", build(graph), FEATURES);
    return graph.toBytes();
  }

  /** The same with a second output. */
  byte[] onnxWithTwoOutputs() {
    OnnxGraph graph = new OnnxGraph("small");
    String features = build(graph);
    graph.output("other", graph.relu(features), FEATURES);
    graph.output("features", features, FEATURES);
    return graph.toBytes();
  }

  private String build(OnnxGraph graph) {
    String image = graph.input("patches", 3, SIDE, SIDE);
    String x = graph.conv(image, grey, 1, 3, 1, new float[1], 1);
    x = graph.crop(x, TOP, TOP + ROWS, 0, COLUMNS);
    x = graph.conv(x, kernels, FILTERS, 1, KERNEL, kernelBias, STRIDE);
    x = graph.averagePool(graph.relu(x), POOL, POOL);
    return graph.gemm(graph.flatten(x), weight, FEATURES, FLAT, bias);
  }

  /** The features of one patch [3, SIDE, SIDE], in doubles. */
  double[] plain(float[] patch) {
    double[][] image = new double[ROWS][COLUMNS];
    for (int r = 0; r < ROWS; r++) {
      for (int c = 0; c < COLUMNS; c++) {
        for (int channel = 0; channel < 3; channel++) {
          image[r][c] += grey[channel] * patch[(channel * SIDE + TOP + r) * SIDE + c];
        }
      }
    }
    double[] flat = new double[FLAT];
    int columns = CONV_COLUMNS / POOL;
    int cells = CONV_ROWS / POOL * columns;
    for (int f = 0; f < FILTERS; f++) {
      for (int r = 0; r < CONV_ROWS / POOL * POOL; r++) {
        for (int c = 0; c < columns * POOL; c++) {
          double response = Math.max(0, convolve(image, f, r * STRIDE, c * STRIDE));
          flat[f * cells + r / POOL * columns + c / POOL] += response / (POOL * POOL);
        }
      }
    }
    double[] features = new double[FEATURES];
    for (int o = 0; o < FEATURES; o++) {
      features[o] = bias[o];
      for (int i = 0; i < FLAT; i++) {
        features[o] += weight[o * FLAT + i] * flat[i];
      }
    }
    return features;
  }

  private double convolve(double[][] image, int filter, int row, int column) {
    double sum = kernelBias[filter];
    for (int i = 0; i < KERNEL; i++) {
      for (int j = 0; j < KERNEL; j++) {
        sum += kernels[(filter * KERNEL + i) * KERNEL + j] * image[row + i][column + j];
      }
    }
    return sum;
  }

  static float[] normals(int n, Random random) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  static FloatBuffer direct(int floats) {
    return ByteBuffer.allocateDirect(floats * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }
}
