package io.gazeshift.backbone.export;

import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneFile.Format;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.onnx.OnnxFiles;
import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.backbone.onnx.OnnxSignature;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.util.List;
import java.util.Map;

/**
 * Writes heads as ONNX. The output is called {@code gaze} and has pitch and yaw of each row, in
 * radians and in the axes of the virtual camera that took the patch.
 */
public final class OnnxExport {

  private static final String FEATURES = "features";
  private static final String GAZE = "gaze";

  private OnnxExport() {}

  /** The head alone: features to gaze. */
  public static byte[] head(Head head, Map<String, String> facts) {
    return OnnxFiles.described(bare(head), facts);
  }

  /** Backbone and head in one: prepared patches to gaze. */
  public static byte[] whole(
      BackboneFile backbone, BackboneInput input, Head head, Map<String, String> facts) {
    if (backbone.format() != Format.ONNX) {
      throw new UserError(
          ("%s: a TorchScript backbone cannot become part of an ONNX file; export the head alone"
                  + " with --head-only")
              .formatted(backbone.source()));
    }
    byte[] joined =
        OnnxFiles.joined(backbone.bytes(), output(backbone, input), bare(head), backbone.source());
    return OnnxFiles.described(joined, facts);
  }

  private static String output(BackboneFile backbone, BackboneInput input) {
    return input.output() != null
        ? input.output()
        : OnnxSignature.of(backbone.bytes(), backbone.source()).outputs().get(0).name();
  }

  private static byte[] bare(Head head) {
    OnnxGraph graph = new OnnxGraph("gazeshift-head");
    // Some backbones leave their features as (n, features, 1, 1).
    String x = graph.flatten(graph.input(FEATURES, head.inputs()));
    List<DenseLayer> layers = head.layers();
    for (int i = 0; i < layers.size(); i++) {
      DenseLayer layer = layers.get(i);
      x = graph.gemm(x, layer.weight(), layer.outputs(), layer.inputs(), layer.bias());
      x = i < layers.size() - 1 ? graph.relu(x) : x;
    }
    graph.output(GAZE, x, Head.OUTPUTS);
    return graph.toBytes();
  }
}
