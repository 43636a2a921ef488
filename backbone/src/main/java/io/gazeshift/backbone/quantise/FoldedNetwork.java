package io.gazeshift.backbone.quantise;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import io.gazeshift.backbone.engine.OnnxEngine;
import io.gazeshift.backbone.onnx.OnnxFiles;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A network as ONNX Runtime simplifies it, still in standard operators: normalisations become part
 * of the convolution before them, and whatever depends on weights alone is computed. Only then are
 * a layer's numbers those that will be multiplied.
 */
final class FoldedNetwork {

  /** From here on a weight may have a scale for each of its channels. */
  private static final long MIN_OPSET = 13;

  private FoldedNetwork() {}

  static ModelProto of(byte[] onnx, String source) throws IOException {
    rejectOld(OnnxFiles.parse(onnx, source), source);
    // DJL has to make the runtime's environment, or it cannot be used afterwards.
    OnnxEngine.open();
    Path folded = Files.createTempFile("gazeshift-folded", ".onnx");
    try (SessionOptions options = new SessionOptions()) {
      options.setOptimizationLevel(OptLevel.BASIC_OPT);
      options.setOptimizedModelFilePath(folded.toString());
      try (OrtSession session =
          OrtEnvironment.getEnvironment()
              .createSession(OnnxFiles.withConstantWeights(onnx, source), options)) {
        session.getNumInputs();
      }
      return withoutUnusedDomains(OnnxFiles.parse(Files.readAllBytes(folded), source));
    } catch (OrtException e) {
      throw new UserError(
          "%s: ONNX Runtime rejects the model: %s".formatted(source, e.getMessage()), e);
    } finally {
      Files.delete(folded);
    }
  }

  private static void rejectOld(ModelProto model, String source) {
    long opset =
        model.getOpsetImportList().stream()
            .filter(set -> set.getDomain().isEmpty() || set.getDomain().equals("ai.onnx"))
            .mapToLong(OperatorSetIdProto::getVersion)
            .max()
            .orElse(0);
    if (opset < MIN_OPSET) {
      throw new UserError(
          "%s: uses opset %d, but int8 needs %d or newer; export it again with a newer opset"
              .formatted(source, opset, MIN_OPSET));
    }
  }

  /** The runtime names all operator sets that it knows. */
  private static ModelProto withoutUnusedDomains(ModelProto model) {
    Set<String> used =
        model.getGraph().getNodeList().stream()
            .map(NodeProto::getDomain)
            .collect(Collectors.toSet());
    List<OperatorSetIdProto> kept =
        model.getOpsetImportList().stream()
            .filter(set -> set.getDomain().isEmpty() || used.contains(set.getDomain()))
            .toList();
    return model.toBuilder().clearOpsetImport().addAllOpsetImport(kept).build();
  }
}
