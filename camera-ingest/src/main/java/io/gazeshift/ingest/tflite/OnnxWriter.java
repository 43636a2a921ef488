package io.gazeshift.ingest.tflite;

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

/** Writes an ONNX model node by node; values are known by name. */
final class OnnxWriter {

  private static final int IR_VERSION = 8;
  private static final int OPSET_VERSION = 17;

  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("tflite");

  void input(String name, List<Long> shape) {
    graph.addInput(value(name, shape));
  }

  void output(String name, List<Long> shape) {
    graph.addOutput(value(name, shape));
  }

  String constant(float[] values, long... shape) {
    ByteBuffer raw = buffer(values.length * Float.BYTES);
    raw.asFloatBuffer().put(values);
    return constant(TensorProto.DataType.FLOAT, raw, shape);
  }

  String constant(long... values) {
    ByteBuffer raw = buffer(values.length * Long.BYTES);
    raw.asLongBuffer().put(values);
    return constant(TensorProto.DataType.INT64, raw, values.length);
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private String constant(TensorProto.DataType type, ByteBuffer raw, long... shape) {
    String name = "c" + graph.getInitializerCount();
    graph.addInitializer(
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(type.getNumber())
            .addAllDims(Arrays.stream(shape).boxed().toList())
            .setRawData(ByteString.copyFrom(raw)));
    return name;
  }

  void node(String type, List<String> inputs, String output, AttributeProto... attributes) {
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType(type)
            .addAllInput(inputs)
            .addOutput(output)
            .addAllAttribute(List.of(attributes)));
  }

  /** A node whose output is known only by the name that this answers. */
  String value(String type, List<String> inputs, AttributeProto... attributes) {
    String name = "v" + graph.getNodeCount();
    node(type, inputs, name, attributes);
    return name;
  }

  static AttributeProto ints(String name, long... values) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.INTS)
        .addAllInts(Arrays.stream(values).boxed().toList())
        .build();
  }

  static AttributeProto number(String name, long value) {
    return AttributeProto.newBuilder().setName(name).setType(AttributeType.INT).setI(value).build();
  }

  static AttributeProto text(String name, String value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.STRING)
        .setS(ByteString.copyFromUtf8(value))
        .build();
  }

  private static ValueInfoProto value(String name, List<Long> shape) {
    TensorShapeProto.Builder dimensions = TensorShapeProto.newBuilder();
    shape.forEach(
        size -> dimensions.addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(size)));
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

  byte[] model() {
    return ModelProto.newBuilder()
        .setIrVersion(IR_VERSION)
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET_VERSION))
        .setGraph(graph)
        .build()
        .toByteArray();
  }
}
