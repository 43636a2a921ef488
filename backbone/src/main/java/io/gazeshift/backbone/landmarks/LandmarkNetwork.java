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
    int inputs = LandmarkInput.WIDTH;
    int outputs = LandmarkFeatures.COUNT;
    OnnxGraph graph = new OnnxGraph(INPUT);
    String row = graph.input(INPUT, inputs);
    String scaled = graph.gemm(row, weight(), outputs, inputs, bias());
    graph.output(
        OUTPUT, graph.clip(scaled, -LandmarkFeatures.BOUND, LandmarkFeatures.BOUND), outputs);
    return graph.toBytes();
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
