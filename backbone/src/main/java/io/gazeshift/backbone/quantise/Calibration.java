package io.gazeshift.backbone.quantise;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.gazeshift.common.UserError;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Runs a network on faces and remembers the range of some of its tensors. */
final class Calibration implements AutoCloseable {

  private final String source;
  private final String input;
  private final Set<String> tensors;
  private final OrtSession session;
  private final Map<String, ValueRange> ranges = new HashMap<>();

  /** For a network of one input; {@code source} names it in messages. */
  Calibration(ModelProto network, Set<String> tensors, String source) {
    this.source = source;
    this.input = network.getGraph().getInput(0).getName();
    this.tensors = Set.copyOf(tensors);
    try {
      this.session =
          OrtEnvironment.getEnvironment().createSession(showing(network, tensors).toByteArray());
    } catch (OrtException e) {
      throw new UserError(
          "%s: ONNX Runtime rejects the model: %s".formatted(source, e.getMessage()), e);
    }
  }

  /** The same network, which also gives out these tensors. */
  private static ModelProto showing(ModelProto network, Set<String> tensors) {
    GraphProto.Builder graph = network.getGraph().toBuilder();
    Set<String> given = new HashSet<>();
    graph.getOutputList().forEach(output -> given.add(output.getName()));
    graph.getInputList().forEach(each -> given.add(each.getName()));
    TypeProto floats =
        TypeProto.newBuilder()
            .setTensorType(
                TypeProto.Tensor.newBuilder().setElemType(TensorProto.DataType.FLOAT_VALUE))
            .build();
    tensors.stream()
        .filter(name -> !given.contains(name))
        .sorted()
        .forEach(
            name -> graph.addOutput(ValueInfoProto.newBuilder().setName(name).setType(floats)));
    return network.toBuilder().setGraph(graph).build();
  }

  /** Runs a batch of this shape. */
  void run(FloatBuffer faces, long... shape) {
    try (OnnxTensor batch = OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), faces, shape);
        OrtSession.Result result = session.run(Map.<String, OnnxTensorLike>of(input, batch))) {
      see(input, faces);
      for (Map.Entry<String, OnnxValue> output : result) {
        see(output.getKey(), ((OnnxTensor) output.getValue()).getFloatBuffer());
      }
    } catch (OrtException e) {
      throw new UserError("%s: fails on a batch: %s".formatted(source, e.getMessage()), e);
    }
  }

  private void see(String tensor, FloatBuffer values) {
    if (!tensors.contains(tensor)) {
      return;
    }
    try {
      ranges.merge(
          tensor,
          ValueRange.NONE.including(values),
          (one, other) ->
              new ValueRange(
                  Math.min(one.lowest(), other.lowest()),
                  Math.max(one.highest(), other.highest())));
    } catch (IllegalArgumentException e) {
      throw new UserError(
          "%s: %s in '%s', so it has no range; check the network's weights"
              .formatted(source, e.getMessage(), tensor),
          e);
    }
  }

  /** What was seen so far. */
  Map<String, ValueRange> ranges() {
    return Map.copyOf(ranges);
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("cannot close the network", e);
    }
  }
}
