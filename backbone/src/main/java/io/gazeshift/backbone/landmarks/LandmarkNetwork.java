package io.gazeshift.backbone.landmarks;

import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.backbone.onnx.OnnxGraph;

/**
 * {@link LandmarkFeatures} as an ONNX file. They are linear in a face's row before they are
 * clipped, so the file is one matrix, whose columns are the features of unit rows.
 */
public final class LandmarkNetwork {

  /** What the file calls its input and its output. */
  public static final String INPUT = "landmarks";

  public static final String OUTPUT = "features";

  private LandmarkNetwork() {}

  /** The file's bytes, always the same. */
  public static byte[] write() {
    OnnxGraph graph = new OnnxGraph(INPUT);
    String features = addTo(graph, graph.input(INPUT, LandmarkInput.WIDTH));
    graph.output(OUTPUT, features, LandmarkFeatures.COUNT);
    return graph.toBytes();
  }

  /** The features [n, {@value LandmarkFeatures#COUNT}] of a value [n, 147] of a graph. */
  public static String addTo(OnnxGraph graph, String rows) {
    String scaled = graph.gemm(rows, weight(), LandmarkFeatures.COUNT, LandmarkInput.WIDTH, bias());
    return graph.clip(scaled, -LandmarkFeatures.BOUND, LandmarkFeatures.BOUND);
  }

  private static float[] weight() {
    float[] weight = new float[LandmarkFeatures.COUNT * LandmarkInput.WIDTH];
    for (int column = 0; column < LandmarkInput.WIDTH; column++) {
      float[] unit = new float[LandmarkInput.WIDTH];
      unit[column] = 1;
      double[] raw = LandmarkFeatures.raw(unit);
      for (int feature = 0; feature < raw.length; feature++) {
        weight[feature * LandmarkInput.WIDTH + column] =
            (float) (raw[feature] / FeatureScales.deviation(feature));
      }
    }
    return weight;
  }

  private static float[] bias() {
    float[] bias = new float[LandmarkFeatures.COUNT];
    for (int feature = 0; feature < bias.length; feature++) {
      bias[feature] = (float) (-FeatureScales.mean(feature) / FeatureScales.deviation(feature));
    }
    return bias;
  }
}
