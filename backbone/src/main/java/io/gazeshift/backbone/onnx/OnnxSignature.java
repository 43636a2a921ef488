package io.gazeshift.backbone.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The inputs and outputs of an ONNX file. */
public record OnnxSignature(List<Value> inputs, List<Value> outputs, int nodes, long weightCount) {

  /** A length the file leaves open. */
  public static final long ANY = -1;

  /** A tensor by name. A shape the file does not state is empty. */
  public record Value(String name, boolean isFloat, List<Long> shape) {

    @Override
    public String toString() {
      return shape.stream()
          .map(length -> length == ANY ? "any" : length.toString())
          .collect(Collectors.joining(", ", name + " [", "]"));
    }
  }

  public OnnxSignature {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** Reads a model file's bytes; {@code source} names it in messages. */
  public static OnnxSignature of(byte[] bytes, String source) {
    ModelProto model = parse(bytes, source);
    GraphProto graph = model.getGraph();
    for (TensorProto weight : graph.getInitializerList()) {
      if (weight.getDataLocation() == TensorProto.DataLocation.EXTERNAL) {
        throw new UserError(
            ("%s: stores its weights in another file ('%s'); save it as one file with"
                    + " Python: onnx.save(onnx.load(old), new)")
                .formatted(source, externalFile(weight)));
      }
    }
    // Old files list their weights as inputs too.
    Set<String> weights =
        graph.getInitializerList().stream().map(TensorProto::getName).collect(Collectors.toSet());
    List<Value> inputs = new ArrayList<>();
    for (ValueInfoProto input : graph.getInputList()) {
      if (!weights.contains(input.getName())) {
        inputs.add(value(input));
      }
    }
    long weightCount =
        graph.getInitializerList().stream()
            .mapToLong(w -> w.getDimsList().stream().reduce(1L, (a, b) -> a * b))
            .sum();
    return new OnnxSignature(
        inputs,
        graph.getOutputList().stream().map(OnnxSignature::value).toList(),
        graph.getNodeCount(),
        weightCount);
  }

  /** Whether these bytes are an ONNX model at all. */
  public static boolean isModel(byte[] bytes) {
    try {
      return isModel(OnnxFiles.parse(bytes));
    } catch (IOException e) {
      return false;
    }
  }

  private static ModelProto parse(byte[] bytes, String source) {
    try {
      ModelProto model = OnnxFiles.parse(bytes);
      if (isModel(model)) {
        return model;
      }
    } catch (IOException e) {
      throw new UserError(notOnnx(source), e);
    }
    throw new UserError(notOnnx(source));
  }

  private static boolean isModel(ModelProto model) {
    return model.getGraph().getNodeCount() > 0 && model.getOpsetImportCount() > 0;
  }

  private static String notOnnx(String source) {
    return source
        + ": is not an ONNX model; export the network with torch.onnx.export or a"
        + " similar tool";
  }

  private static String externalFile(TensorProto weight) {
    return weight.getExternalDataList().stream()
        .filter(entry -> entry.getKey().equals("location"))
        .map(entry -> entry.getValue())
        .findFirst()
        .orElse("unnamed");
  }

  private static Value value(ValueInfoProto info) {
    TypeProto.Tensor tensor = info.getType().getTensorType();
    List<Long> shape = new ArrayList<>();
    for (Dimension dimension : tensor.getShape().getDimList()) {
      shape.add(dimension.hasDimValue() ? dimension.getDimValue() : ANY);
    }
    return new Value(
        info.getName(),
        tensor.getElemType() == TensorProto.DataType.FLOAT.getNumber(),
        List.copyOf(shape));
  }
}
