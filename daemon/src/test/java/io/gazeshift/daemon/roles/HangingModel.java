package io.gazeshift.daemon.roles;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.ingest.onnx.OnnxWriter;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.testing.TestHeads;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import javax.imageio.ImageIO;

/**
 * A model that never comes back from a white patch: its graph has a loop that goes on for as long
 * as a patch of the batch is white. The thread that asks stays in native code, as in a hung driver.
 */
final class HangingModel {

  private static final int SIDE = 224;
  private static final int CHANNELS = 3;
  private static final float ALMOST_WHITE = 0.95f;

  private HangingModel() {}

  /** Writes its files to a directory. */
  static void write(Path directory) throws IOException {
    PatchInput input =
        new PatchInput(SIDE, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), null);
    ModelDirectory written = ModelDirectory.write(directory, backbone(), input);
    try (Backbone backbone = written.openBackbone(new BackboneOptions("cpu", 1))) {
      ModelDirectory.writeHead(
          directory,
          new HeadFile(TestHeads.constant(CHANNELS, 0.1f, 0.2f), backbone.fingerprint()));
    }
  }

  /** The face, with a white patch. */
  static FaceFrame white(FaceFrame face) throws IOException {
    BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, SIDE, SIDE);
    graphics.dispose();
    ByteString.Output jpeg = ByteString.newOutput();
    ImageIO.write(image, "jpg", jpeg);
    return face.toBuilder().setPatchJpeg(jpeg.toByteString()).build();
  }

  /** Features are the mean of each channel. */
  private static byte[] backbone() {
    GraphProto.Builder graph =
        GraphProto.newBuilder()
            .setName("hanging")
            .addInput(value("patches", DataType.FLOAT, OnnxWriter.OPEN, CHANNELS, SIDE, SIDE))
            .addOutput(value("features", DataType.FLOAT, OnnxWriter.OPEN, CHANNELS))
            .addNode(node("GlobalAveragePool", "pooled", "patches"))
            .addNode(node("Flatten", "means", "pooled"))
            .addNode(
                node("ReduceMax", "brightest", "means")
                    .addAttribute(OnnxWriter.number("keepdims", 0)))
            .addNode(constant("limit", ALMOST_WHITE))
            .addNode(node("Greater", "white", "brightest", "limit"))
            .addNode(constant("zero", 0))
            .addNode(
                node("Loop", "nothing", "", "white", "zero")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("body")
                            .setType(AttributeType.GRAPH)
                            .setG(loopBody())))
            .addNode(node("Add", "features", "means", "nothing"));
    return ModelProto.newBuilder()
        .setIrVersion(8)
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
        .setGraph(graph)
        .build()
        .toByteArray();
  }

  /** Goes on where it has begun, and changes nothing. */
  private static GraphProto loopBody() {
    return GraphProto.newBuilder()
        .setName("body")
        .addInput(value("round", DataType.INT64))
        .addInput(value("go", DataType.BOOL))
        .addInput(value("carried", DataType.FLOAT))
        .addNode(node("Identity", "go_on", "go"))
        .addNode(node("Identity", "carried_on", "carried"))
        .addOutput(value("go_on", DataType.BOOL))
        .addOutput(value("carried_on", DataType.FLOAT))
        .build();
  }

  private static NodeProto.Builder node(String type, String output, String... inputs) {
    return NodeProto.newBuilder().setOpType(type).addOutput(output).addAllInput(List.of(inputs));
  }

  private static NodeProto.Builder constant(String name, float value) {
    return node("Constant", name).addAttribute(OnnxWriter.real("value_float", value));
  }

  private static ValueInfoProto value(String name, DataType type, long... shape) {
    TensorShapeProto.Builder dimensions = TensorShapeProto.newBuilder();
    LongStream.of(shape)
        .mapToObj(
            length ->
                length == OnnxWriter.OPEN
                    ? Dimension.newBuilder().setDimParam("batch")
                    : Dimension.newBuilder().setDimValue(length))
        .forEach(dimensions::addDim);
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder()
                        .setElemType(type.getNumber())
                        .setShape(dimensions)))
        .build();
  }
}
