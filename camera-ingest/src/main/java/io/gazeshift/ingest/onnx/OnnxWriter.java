package io.gazeshift.ingest.onnx;

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

/**
 * Writes an ONNX model node by node; values are known by name. Every node has the name of its
 * output. Equal calls give equal bytes.
 */
public final class OnnxWriter {

  /** A length that stays open: the batch. */
  public static final long OPEN = -1;

  private static final int IR_VERSION = 8;
  private static final int OPSET_VERSION = 17;
  private static final String BATCH = "batch";

  private final GraphProto.Builder graph;

  public OnnxWriter(String name) {
    graph = GraphProto.newBuilder().setName(name);
  }

  public void input(String name, List<Long> shape) {
    graph.addInput(value(name, shape));
  }

  public void output(String name, List<Long> shape) {
    graph.addOutput(value(name, shape));
  }

  public String constant(float[] values, long... shape) {
    return weight(nextConstant(), values, shape);
  }

  /** A constant under a name of its own, as weights have one. */
  public String weight(String name, float[] values, long... shape) {
    ByteBuffer raw = buffer(values.length * Float.BYTES);
    raw.asFloatBuffer().put(values);
    return constant(name, TensorProto.DataType.FLOAT, raw, values.length, shape);
  }

  public String constant(long... values) {
    ByteBuffer raw = buffer(values.length * Long.BYTES);
    raw.asLongBuffer().put(values);
    return constant(nextConstant(), TensorProto.DataType.INT64, raw, values.length, values.length);
  }

  private String nextConstant() {
    return "constant_" + graph.getInitializerCount();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private String constant(
      String name, TensorProto.DataType type, ByteBuffer raw, int count, long... shape) {
    long product = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    if (product != count) {
      throw new IllegalArgumentException(
          "a constant of shape %s needs %d numbers, got %d"
              .formatted(Arrays.toString(shape), product, count));
    }
    graph.addInitializer(
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(type.getNumber())
            .addAllDims(Arrays.stream(shape).boxed().toList())
            .setRawData(ByteString.copyFrom(raw)));
    return name;
  }

  public void node(String type, List<String> inputs, String output, AttributeProto... attributes) {
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType(type)
            .setName(output)
            .addAllInput(inputs)
            .addOutput(output)
            .addAllAttribute(List.of(attributes)));
  }

  /** How many nodes there are so far. */
  public int nodes() {
    return graph.getNodeCount();
  }

  /** A node whose output is known only by the name that this answers. */
  public String value(String type, List<String> inputs, AttributeProto... attributes) {
    String name = "v" + graph.getNodeCount();
    node(type, inputs, name, attributes);
    return name;
  }

  public static AttributeProto ints(String name, long... values) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.INTS)
        .addAllInts(Arrays.stream(values).boxed().toList())
        .build();
  }

  public static AttributeProto number(String name, long value) {
    return AttributeProto.newBuilder().setName(name).setType(AttributeType.INT).setI(value).build();
  }

  public static AttributeProto real(String name, float value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.FLOAT)
        .setF(value)
        .build();
  }

  public static AttributeProto text(String name, String value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.STRING)
        .setS(ByteString.copyFromUtf8(value))
        .build();
  }

  private static ValueInfoProto value(String name, List<Long> shape) {
    TensorShapeProto.Builder dimensions = TensorShapeProto.newBuilder();
    for (long length : shape) {
      TensorShapeProto.Dimension.Builder dimension = TensorShapeProto.Dimension.newBuilder();
      dimensions.addDim(
          length == OPEN ? dimension.setDimParam(BATCH) : dimension.setDimValue(length));
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder()
                        .setElemType(TensorProto.DataType.FLOAT.getNumber())
                        .setShape(dimensions)))
        .build();
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
}
