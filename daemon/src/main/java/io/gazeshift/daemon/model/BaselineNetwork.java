package io.gazeshift.daemon.model;

import io.gazeshift.daemon.backbone.Preprocessing;
import io.gazeshift.daemon.backbone.Preprocessing.Channels;
import io.gazeshift.daemon.onnx.OnnxGraph;
import java.util.List;

/**
 * The built-in backbone: the band around both eyes in grey, its contrast evened out, filtered and
 * pooled, then projected to the features. Nothing in it but the projection is learned.
 */
final class BaselineNetwork {

  static final int SIDE = 224;

  static final Preprocessing PREPROCESSING =
      new Preprocessing(
          SIDE, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), "features");

  /** Where the eyes are in a normalised patch, with room for head pose and face shape. */
  private static final int TOP = 40;

  private static final int BOTTOM = 80;
  private static final int LEFT = 24;
  private static final int RIGHT = 200;

  private static final float[] LUMA = {0.299f, 0.587f, 0.114f};
  private static final int POOL = 2;
  private static final int STRIDE = 2;

  /** Below this contrast a band is flat, and its noise is not blown up. */
  private static final float MIN_CONTRAST = 1e-2f;

  /** How many filter responses are left after pooling. */
  static final int RESPONSES = OrientedFilters.COUNT * cells(BOTTOM - TOP) * cells(RIGHT - LEFT);

  private BaselineNetwork() {}

  /** The network up to the pooled filter responses. */
  static byte[] filters() {
    OnnxGraph graph = new OnnxGraph("gazeshift-baseline-filters");
    graph.output(PREPROCESSING.output(), responses(graph), RESPONSES);
    return graph.toBytes();
  }

  /** The whole network. */
  static byte[] projected(Projection projection) {
    OnnxGraph graph = new OnnxGraph("gazeshift-baseline");
    String features =
        graph.gemm(
            responses(graph),
            projection.weight(),
            projection.outputs(),
            RESPONSES,
            projection.bias());
    graph.output(PREPROCESSING.output(), features, projection.outputs());
    return graph.toBytes();
  }

  private static String responses(OnnxGraph graph) {
    String x = graph.input("patches", 3, SIDE, SIDE);
    x = graph.crop(x, TOP, BOTTOM, LEFT, RIGHT);
    x = graph.conv(x, LUMA, 1, 3, 1, new float[1], 1);
    x = evenContrast(graph, graph.averagePool(x, POOL, POOL));
    x =
        graph.conv(
            x,
            OrientedFilters.kernels(),
            OrientedFilters.COUNT,
            1,
            OrientedFilters.SIZE,
            new float[OrientedFilters.COUNT],
            STRIDE);
    return graph.flatten(graph.averagePool(graph.relu(x), POOL, POOL));
  }

  /** Takes away the band's mean and divides by its standard deviation: light drops out. */
  private static String evenContrast(OnnxGraph graph, String x) {
    String centred = graph.elementwise("Sub", x, graph.mean(x, 2, 3));
    String variance = graph.mean(graph.elementwise("Mul", centred, centred), 2, 3);
    String floor = graph.constant(new float[] {MIN_CONTRAST * MIN_CONTRAST}, 1);
    String contrast = graph.elementwise("Sqrt", graph.elementwise("Add", variance, floor));
    return graph.elementwise("Div", centred, contrast);
  }

  /** How many pooled responses a side of so many pixels gives. */
  private static int cells(int pixels) {
    return ((pixels / POOL - OrientedFilters.SIZE) / STRIDE + 1) / POOL;
  }
}
