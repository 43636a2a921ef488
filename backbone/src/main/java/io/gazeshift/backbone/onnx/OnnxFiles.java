package io.gazeshift.backbone.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Operations on whole ONNX files. */
public final class OnnxFiles {

  private static final String PREFIX = "gazeshift/";

  /** From here on Gemm adds a bias of one row to every row. */
  private static final long MIN_OPSET = 7;

  /** Before it, weights had to be inputs too. */
  private static final long FIRST_IR_WITH_CONSTANTS = 4;

  private OnnxFiles() {}

  /**
   * One file in which the second network takes what the first one calls {@code output}. Only the
   * second one's output is given out, under its own name where that is free. The second network has
   * one input and one output and uses nothing newer than {@code Gemm}.
   */
  public static byte[] joined(byte[] first, String output, byte[] second, String source) {
    ModelProto model = parse(withConstantWeights(first, source), source);
    rejectOld(model, source);
    GraphProto tail = parse(second, "the second network").getGraph();
    GraphProto.Builder graph = model.getGraph().toBuilder();
    Set<String> taken = names(model.getGraph());
    String input = tail.getInput(0).getName();
    String result = tail.getOutput(0).getName();
    UnaryOperator<String> rename =
        name ->
            name.equals(input)
                ? output
                : name.equals(result) && !taken.contains(name) ? name : PREFIX + name;
    for (TensorProto weight : tail.getInitializerList()) {
      graph.addInitializer(weight.toBuilder().setName(rename.apply(weight.getName())));
    }
    for (NodeProto node : tail.getNodeList()) {
      NodeProto.Builder renamed =
          node.toBuilder().setName(PREFIX + node.getName()).clearInput().clearOutput();
      node.getInputList().forEach(name -> renamed.addInput(rename.apply(name)));
      node.getOutputList().forEach(name -> renamed.addOutput(rename.apply(name)));
      graph.addNode(renamed);
    }
    ValueInfoProto given =
        tail.getOutput(0).toBuilder()
            .setName(rename.apply(result))
            .setType(withBatchOf(model.getGraph(), output, tail.getOutput(0).getType()))
            .build();
    graph.clearOutput().addOutput(given);
    return model.toBuilder().setGraph(graph).build().toByteArray();
  }

  /** The same file with these facts in its metadata, which runtimes can read out. */
  public static byte[] described(byte[] file, Map<String, String> facts) {
    ModelProto.Builder model = parse(file, "the file").toBuilder();
    facts.forEach(
        (key, value) ->
            model.addMetadataProps(
                StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return model.build().toByteArray();
  }

  /**
   * The same network with its weights as constants alone. Old files list them as inputs too, and
   * the runtime then neither folds them nor keeps quiet about it.
   */
  public static byte[] withConstantWeights(byte[] file, String source) {
    ModelProto model = parse(file, source);
    Set<String> weights =
        model.getGraph().getInitializerList().stream()
            .map(TensorProto::getName)
            .collect(Collectors.toSet());
    List<ValueInfoProto> inputs =
        model.getGraph().getInputList().stream()
            .filter(input -> !weights.contains(input.getName()))
            .toList();
    if (inputs.size() == model.getGraph().getInputCount()) {
      return file;
    }
    GraphProto graph = model.getGraph().toBuilder().clearInput().addAllInput(inputs).build();
    long version = Math.max(model.getIrVersion(), FIRST_IR_WITH_CONSTANTS);
    return model.toBuilder().setIrVersion(version).setGraph(graph).build().toByteArray();
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
          ("%s: uses opset %d, but a head needs %d or newer; export it again with a newer"
                  + " opset")
              .formatted(source, opset, MIN_OPSET));
    }
  }

  /** A network for a fixed batch stays one. */
  private static TypeProto withBatchOf(GraphProto graph, String output, TypeProto type) {
    TypeProto.Builder joined = type.toBuilder();
    graph.getOutputList().stream()
        .filter(value -> value.getName().equals(output))
        .map(value -> value.getType().getTensorType().getShape())
        .filter(shape -> shape.getDimCount() > 0)
        .findFirst()
        .ifPresent(
            shape -> joined.getTensorTypeBuilder().getShapeBuilder().setDim(0, shape.getDim(0)));
    return joined.build();
  }

  private static Set<String> names(GraphProto graph) {
    Set<String> names = new HashSet<>();
    graph.getInputList().forEach(value -> names.add(value.getName()));
    graph.getInitializerList().forEach(weight -> names.add(weight.getName()));
    graph.getNodeList().forEach(node -> names.addAll(node.getOutputList()));
    return names;
  }

  /** Reads a model whose weights stay where they are, in bytes that must not change any more. */
  static ModelProto parse(byte[] bytes) throws IOException {
    CodedInputStream in = UnsafeByteOperations.unsafeWrap(bytes).newCodedInput();
    in.enableAliasing(true);
    return ModelProto.parseFrom(in);
  }

  /** The same of a file that may be none; {@code source} names it in messages. */
  public static ModelProto parse(byte[] bytes, String source) {
    try {
      return parse(bytes);
    } catch (IOException e) {
      throw new UserError(source + ": is not an ONNX model", e);
    }
  }
}
