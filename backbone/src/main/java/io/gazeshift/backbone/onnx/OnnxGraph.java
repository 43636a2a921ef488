package io.gazeshift.backbone.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Builds an ONNX model node by node. Every method that adds one takes and returns values by name;
 * the first dimension of inputs and outputs is the batch and stays open. Equal calls give equal
 * bytes.
 */
public final class OnnxGraph {

  private static final int IR_VERSION = 8;
  private static final int OPSET_VERSION = 17;
  private static final String BATCH = "batch";

  private final GraphProto.Builder graph;

  public OnnxGraph(String name) {
    graph = GraphProto.newBuilder().setName(name);
  }

  /** A float input of this shape for each element of the batch. */
  public String input(String name, long... shape) {
    graph.addInput(value(name, shape));
    return name;
  }

  /** Gives a value out under {@code name}. */
  public void output(String name, String value, long... shape) {
    graph.addNode(
        NodeProto.newBuilder().setOpType("Identity").setName(name).addInput(value).addOutput(name));
    graph.addOutput(value(name, shape));
  }

  public String constant(float[] values, long... shape) {
    ByteBuffer raw =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    raw.asFloatBuffer().put(values);
    return initializer(TensorProto.DataType.FLOAT, raw, values.length, shape);
  }

  /** A constant under a name of its own, as weights have one. */
  public String weight(String name, float[] values, long... shape) {
    constant(values, shape);
    int last = graph.getInitializerCount() - 1;
    graph.setInitializer(last, graph.getInitializer(last).toBuilder().setName(name));
    return name;
  }

  public String constant(long... values) {
    ByteBuffer raw = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    raw.asLongBuffer().put(values);
    return initializer(TensorProto.DataType.INT64, raw, values.length, values.length);
  }

  /** A square convolution; the kernels are [outputs, inputs, size, size]. */
  public String conv(
      String x, float[] kernels, int outputs, int inputs, int size, float[] bias, int stride) {
    String weight = constant(kernels, outputs, inputs, size, size);
    return node(
        "Conv",
        List.of(x, weight, constant(bias, outputs)),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride));
  }

  /** A square convolution over an image with so many zeros around it. */
  public String conv(
      String x, String kernels, Optional<String> bias, int size, int stride, int padding) {
    return node(
        "Conv",
        Stream.concat(Stream.of(x, kernels), bias.stream()).toList(),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride),
        ints("pads", padding, padding, padding, padding));
  }

  /** With the statistics as they were learned. */
  public String batchNorm(
      String x, String scale, String shift, String mean, String variance, float epsilon) {
    return node(
        "BatchNormalization", List.of(x, scale, shift, mean, variance), real("epsilon", epsilon));
  }

  /** Over the last axis. */
  public String layerNorm(String x, String scale, String shift, float epsilon) {
    return node("LayerNormalization", List.of(x, scale, shift), real("epsilon", epsilon));
  }

  public String maxPool(String x, int size, int stride, int padding) {
    return node(
        "MaxPool",
        List.of(x),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride),
        ints("pads", padding, padding, padding, padding));
  }

  /** The mean of each channel, in one row. */
  public String globalAveragePool(String x) {
    return flatten(node("GlobalAveragePool", List.of(x)));
  }

  /** Over the last axis. */
  public String softmax(String x) {
    return node("Softmax", List.of(x), integer("axis", -1));
  }

  /** A length of 0 stays as it is, which the batch must. */
  public String reshape(String x, long... shape) {
    return node("Reshape", List.of(x, constant(shape)));
  }

  public String transpose(String x, long... axes) {
    return node("Transpose", List.of(x), ints("perm", axes));
  }

  /** Zeros before and after the numbers along one axis of so many. */
  public String pad(String x, int axes, int axis, int before, int after) {
    long[] pads = new long[2 * axes];
    pads[axis] = before;
    pads[axes + axis] = after;
    return node("Pad", List.of(x, constant(pads)));
  }

  /** What stands from {@code begin} to before {@code end} along one axis. */
  public String slice(String x, int axis, long begin, long end) {
    return node("Slice", List.of(x, constant(begin), constant(end), constant((long) axis)));
  }

  public String relu(String x) {
    return node("Relu", List.of(x));
  }

  public String averagePool(String x, int size, int stride) {
    return node(
        "AveragePool",
        List.of(x),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride));
  }

  /** The mean over these axes, which stay with length 1. */
  public String mean(String x, long... axes) {
    return node("ReduceMean", List.of(x), ints("axes", axes));
  }

  /** Everything behind the batch in one row. */
  public String flatten(String x) {
    return node("Flatten", List.of(x));
  }

  /** {@code W x + b} with a weight of [outputs, inputs]. */
  public String gemm(String x, float[] weight, int outputs, int inputs, float[] bias) {
    return node(
        "Gemm",
        List.of(x, constant(weight, outputs, inputs), constant(bias, outputs)),
        integer("transB", 1));
  }

  /** Rows {@code top} to {@code bottom} and columns {@code left} to {@code right} of an image. */
  public String crop(String x, long top, long bottom, long left, long right) {
    return node("Slice", List.of(x, constant(top, left), constant(bottom, right), constant(2, 3)));
  }

  /** Element by element, with ONNX's broadcasting: {@code Add}, {@code Sub}, {@code Mul}... */
  public String elementwise(String operator, String... values) {
    return node(operator, List.of(values));
  }

  /** The finished model file. */
  public byte[] toBytes() {
    return ModelProto.newBuilder()
        .setIrVersion(IR_VERSION)
        .setProducerName("gazeshift")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET_VERSION))
        .setGraph(graph)
        .build()
        .toByteArray();
  }

  private String node(String operator, List<String> inputs, AttributeProto... attributes) {
    String name = operator.toLowerCase(Locale.ROOT) + "_" + graph.getNodeCount();
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType(operator)
            .setName(name)
            .addAllInput(inputs)
            .addOutput(name)
            .addAllAttribute(Arrays.asList(attributes)));
    return name;
  }

  private String initializer(TensorProto.DataType type, ByteBuffer raw, int count, long... shape) {
    long product = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    if (product != count) {
      throw new IllegalArgumentException(
          "a constant of shape %s needs %d numbers, got %d"
              .formatted(Arrays.toString(shape), product, count));
    }
    String name = "constant_" + graph.getInitializerCount();
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(type.getNumber())
            .setRawData(ByteString.copyFrom(raw));
    Arrays.stream(shape).forEach(tensor::addDims);
    graph.addInitializer(tensor);
    return name;
  }

  private static ValueInfoProto value(String name, long... shape) {
    TensorShapeProto.Builder dims =
        TensorShapeProto.newBuilder()
            .addDim(TensorShapeProto.Dimension.newBuilder().setDimParam(BATCH));
    for (long length : shape) {
      dims.addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(length));
    }
    TypeProto.Tensor tensor =
        TypeProto.Tensor.newBuilder()
            .setElemType(TensorProto.DataType.FLOAT.getNumber())
            .setShape(dims)
            .build();
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor))
        .build();
  }

  private static AttributeProto ints(String name, long... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeType.INTS);
    Arrays.stream(values).forEach(attribute::addInts);
    return attribute.build();
  }

  private static AttributeProto real(String name, float value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.FLOAT)
        .setF(value)
        .build();
  }

  private static AttributeProto integer(String name, long value) {
    return AttributeProto.newBuilder().setName(name).setType(AttributeType.INT).setI(value).build();
  }
}
