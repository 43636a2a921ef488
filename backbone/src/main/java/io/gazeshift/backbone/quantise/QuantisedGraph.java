package io.gazeshift.backbone.quantise;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import io.gazeshift.backbone.quantise.QuantisationPlan.WeightedLayer;
import io.gazeshift.ingest.onnx.OnnxWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the network in which the planned tensors pass through bytes: each is quantised and
 * dequantised again (QDQ), and the runtime merges these pairs with the layers between them. Any
 * runtime that does not merge them computes the same, only slower.
 */
final class QuantisedGraph {

  private static final String QUANTISE = "QuantizeLinear";
  private static final String DEQUANTISE = "DequantizeLinear";

  /** Keeps a bias within the 32 bits in which products are added up. */
  private static final double LARGEST_BIAS = 1 << 30;

  private final ModelProto network;
  private final QuantisationPlan plan;
  private final Map<String, ValueRange> ranges;
  private final WeightBits weightBits;
  private final GraphProto.Builder graph;

  private QuantisedGraph(
      ModelProto network,
      QuantisationPlan plan,
      Map<String, ValueRange> ranges,
      WeightBits weightBits) {
    this.network = network;
    this.plan = plan;
    this.ranges = ranges;
    this.weightBits = weightBits;
    this.graph = network.getGraph().toBuilder().clearNode().clearInitializer().clearValueInfo();
  }

  static byte[] write(
      ModelProto network,
      QuantisationPlan plan,
      Map<String, ValueRange> ranges,
      WeightBits weightBits) {
    return new QuantisedGraph(network, plan, ranges, weightBits).write();
  }

  private byte[] write() {
    GraphProto given = network.getGraph();
    given.getInputList().stream().map(ValueInfoProto::getName).forEach(this::throughBytes);
    for (int i = 0; i < given.getNodeCount(); i++) {
      NodeProto node = given.getNode(i);
      WeightedLayer layer = plan.layers().get(i);
      graph.addNode(layer == null ? rewired(node).build() : quantised(node, layer));
      node.getOutputList().forEach(this::throughBytes);
    }
    keepUsedConstants(given);
    return network.toBuilder().setGraph(graph).build().toByteArray();
  }

  /** Adds the pair behind a tensor, if it is one of those. */
  private void throughBytes(String tensor) {
    if (!plan.activations().contains(tensor)) {
      return;
    }
    ValueRange range = range(tensor);
    String scale = constant(tensor + "/scale", DataType.FLOAT, floats(range.scale()));
    String zero = constant(tensor + "/zero", DataType.UINT8, new byte[] {(byte) range.zeroPoint()});
    graph.addNode(node(QUANTISE, List.of(tensor, scale, zero), tensor + "/byte"));
    graph.addNode(
        node(DEQUANTISE, List.of(tensor + "/byte", scale, zero), throughBytesName(tensor)));
  }

  private ValueRange range(String tensor) {
    return ranges.get(plan.sameRange().getOrDefault(tensor, tensor));
  }

  private static String throughBytesName(String tensor) {
    return tensor + "/float";
  }

  /** The same node behind the pairs. */
  private NodeProto.Builder rewired(NodeProto node) {
    NodeProto.Builder rewired = node.toBuilder().clearInput();
    node.getInputList()
        .forEach(
            input ->
                rewired.addInput(
                    plan.activations().contains(input) ? throughBytesName(input) : input));
    return rewired;
  }

  private NodeProto quantised(NodeProto node, WeightedLayer layer) {
    String name = node.getOutput(0);
    float inputScale = range(node.getInput(0)).scale();
    float[] weights = floats(layer.weight());
    float[] bias = layer.bias().map(QuantisedGraph::floats).orElse(new float[0]);
    long[] shape = layer.weight().getDimsList().stream().mapToLong(Long::longValue).toArray();
    Channels channels = Channels.of(shape, layer.axis());
    float[] scales = new float[channels.count()];
    for (int channel = 0; channel < scales.length; channel++) {
      double bound = bias.length == 0 ? 0 : Math.abs(bias[channel]) / (inputScale * LARGEST_BIAS);
      double step = Math.max(channels.largest(weights, channel) / weightBits.highest(), bound);
      scales[channel] = step > 0 ? (float) step : 1;
    }
    byte[] bytes = new byte[weights.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.round(weights[i] / scales[channels.of(i)]);
    }
    String weightScale =
        constant(name + "/weight/scale", DataType.FLOAT, floats(scales), scales.length);
    NodeProto.Builder quantised = rewired(node);
    quantised.setInput(
        1,
        dequantised(
            constant(name + "/weight/byte", DataType.INT8, bytes, shape),
            weightScale,
            constant(name + "/weight/zero", DataType.INT8, new byte[scales.length], scales.length),
            name + "/weight",
            layer.axis()));
    if (bias.length > 0) {
      quantised.setInput(2, bias(name, bias, scales, inputScale));
    }
    return quantised.build();
  }

  /** In the unit in which the products are added up. */
  private String bias(String name, float[] bias, float[] weightScales, float inputScale) {
    float[] scales = new float[bias.length];
    ByteBuffer sums = buffer(bias.length * Integer.BYTES);
    for (int i = 0; i < bias.length; i++) {
      scales[i] = weightScales[i] * inputScale;
      sums.putInt(Math.round(bias[i] / scales[i]));
    }
    return dequantised(
        constant(name + "/bias/int", DataType.INT32, sums.array(), bias.length),
        constant(name + "/bias/scale", DataType.FLOAT, floats(scales), bias.length),
        constant(
            name + "/bias/zero",
            DataType.INT32,
            new byte[bias.length * Integer.BYTES],
            bias.length),
        name + "/bias",
        0);
  }

  private String dequantised(String values, String scale, String zero, String name, int axis) {
    graph.addNode(
        node(DEQUANTISE, List.of(values, scale, zero), name).toBuilder()
            .addAttribute(OnnxWriter.number("axis", axis)));
    return name;
  }

  private void keepUsedConstants(GraphProto given) {
    Set<String> used = new HashSet<>();
    graph.getNodeList().forEach(node -> used.addAll(node.getInputList()));
    given.getOutputList().forEach(output -> used.add(output.getName()));
    given.getInitializerList().stream()
        .filter(tensor -> used.contains(tensor.getName()))
        .forEach(graph::addInitializer);
  }

  private static NodeProto node(String type, List<String> inputs, String output) {
    return NodeProto.newBuilder()
        .setOpType(type)
        .setName(output)
        .addAllInput(inputs)
        .addOutput(output)
        .addAllAttribute(List.<AttributeProto>of())
        .build();
  }

  private String constant(String name, DataType type, byte[] values, long... shape) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(type.getNumber())
            .setRawData(ByteString.copyFrom(values));
    for (long length : shape) {
      tensor.addDims(length);
    }
    graph.addInitializer(tensor);
    return name;
  }

  private static byte[] floats(float... values) {
    ByteBuffer raw = buffer(values.length * Float.BYTES);
    raw.asFloatBuffer().put(values);
    return raw.array();
  }

  private static float[] floats(TensorProto tensor) {
    if (tensor.getRawData().isEmpty()) {
      float[] values = new float[tensor.getFloatDataCount()];
      for (int i = 0; i < values.length; i++) {
        values[i] = tensor.getFloatData(i);
      }
      return values;
    }
    float[] values = new float[tensor.getRawData().size() / Float.BYTES];
    tensor
        .getRawData()
        .asReadOnlyByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(values);
    return values;
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Which channel a weight belongs to, by its place. */
  private record Channels(int count, int stride) {

    static Channels of(long[] shape, int axis) {
      long stride = 1;
      for (int i = axis + 1; i < shape.length; i++) {
        stride *= shape[i];
      }
      return new Channels(Math.toIntExact(shape[axis]), Math.toIntExact(stride));
    }

    int of(int place) {
      return place / stride % count;
    }

    double largest(float[] weights, int channel) {
      double largest = 0;
      for (int block = channel * stride; block < weights.length; block += count * stride) {
        for (int i = block; i < block + stride; i++) {
          largest = Math.max(largest, Math.abs(weights[i]));
        }
      }
      return largest;
    }
  }
}
