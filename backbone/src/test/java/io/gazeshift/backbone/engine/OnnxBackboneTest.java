package io.gazeshift.backbone.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.common.UserError;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxBackboneTest {

  private static final int FLOATS = 3 * SmallNet.SIDE * SmallNet.SIDE;
  private static final BackboneOptions ONE_THREAD = new BackboneOptions("auto", 1);

  private final SmallNet net = new SmallNet(1);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void theNetworkGivesWhatPlainLoopsGive(int count) {
    FloatBuffer batch = SmallNet.direct(8 * FLOATS);
    float[] patches = SmallNet.normals(count * FLOATS, new Random(2));
    batch.put(0, patches);

    try (Backbone backbone = open(net.onnx(), plain(SmallNet.SIDE, null))) {
      float[] features = backbone.features(batch, count);

      assertThat(backbone.featureSize()).isEqualTo(SmallNet.FEATURES);
      assertThat(features).hasSize(count * SmallNet.FEATURES);
      for (int n = 0; n < count; n++) {
        double[] expected = net.plain(Arrays.copyOfRange(patches, n * FLOATS, (n + 1) * FLOATS));
        for (int i = 0; i < SmallNet.FEATURES; i++) {
          assertThat((double) features[n * SmallNet.FEATURES + i])
              .isCloseTo(expected[i], within(1e-4));
        }
      }
    }
  }

  @Test
  void theNamedOneOfSeveralOutputsHoldsTheFeatures() {
    FloatBuffer batch = SmallNet.direct(FLOATS);
    batch.put(0, SmallNet.normals(FLOATS, new Random(3)));

    try (Backbone single = open(net.onnx(), plain(SmallNet.SIDE, null));
        Backbone named = open(net.onnxWithTwoOutputs(), plain(SmallNet.SIDE, "features"))) {
      assertThat(named.features(batch, 1)).containsExactly(single.features(batch, 1));
    }
  }

  @Test
  void severalOutputsWithoutANamedOneAreRejected() {
    assertThatThrownBy(() -> open(net.onnxWithTwoOutputs(), plain(SmallNet.SIDE, null)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "net: has the outputs [other, features]; name the one with the features as"
                + " \"output\" in backbone.json");
    assertThatThrownBy(() -> open(net.onnx(), plain(SmallNet.SIDE, "nope")))
        .hasMessage(
            "net: has the outputs [features], but not the \"output\" 'nope' named in"
                + " backbone.json");
  }

  @Test
  void theFingerprintIsOfTheNetworkAndItsPreprocessing() {
    String fingerprint = fingerprint(net.onnx(), plain(SmallNet.SIDE, null));
    PatchInput swapped =
        new PatchInput(
            SmallNet.SIDE, Channels.BGR, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), null);

    assertThat(fingerprint).matches("[0-9a-f]{64}");
    assertThat(fingerprint(net.onnx(), plain(SmallNet.SIDE, "features"))).isEqualTo(fingerprint);
    assertThat(fingerprint(new SmallNet(2).onnx(), plain(SmallNet.SIDE, null)))
        .isNotEqualTo(fingerprint);
    assertThat(fingerprint(net.onnx(), swapped)).isNotEqualTo(fingerprint);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8})
  void weightsListedAsInputsAreNotAskedFor(int irVersion) throws InvalidProtocolBufferException {
    ModelProto.Builder old = ModelProto.parseFrom(net.onnx()).toBuilder().setIrVersion(irVersion);
    for (TensorProto weight : old.getGraph().getInitializerList()) {
      TypeProto.Tensor.Builder type =
          TypeProto.Tensor.newBuilder().setElemType(weight.getDataType());
      weight
          .getDimsList()
          .forEach(length -> type.getShapeBuilder().addDimBuilder().setDimValue(length));
      old.getGraphBuilder()
          .addInput(
              ValueInfoProto.newBuilder()
                  .setName(weight.getName())
                  .setType(TypeProto.newBuilder().setTensorType(type)));
    }
    FloatBuffer batch = SmallNet.direct(2 * FLOATS);
    batch.put(0, SmallNet.normals(2 * FLOATS, new Random(4)));

    try (Backbone plain = open(net.onnx(), plain(SmallNet.SIDE, null));
        Backbone listed = open(old.build().toByteArray(), plain(SmallNet.SIDE, null))) {
      assertThat(listed.features(batch, 2)).containsExactly(plain.features(batch, 2));
    }
  }

  @Test
  void anInputWhoseShapeIsNotStatedIsTriedAndAFixedBatchOfSeveralRejected()
      throws InvalidProtocolBufferException {
    ModelProto.Builder unstated = ModelProto.parseFrom(net.onnx()).toBuilder();
    unstated
        .getGraphBuilder()
        .getInputBuilder(0)
        .getTypeBuilder()
        .getTensorTypeBuilder()
        .clearShape();
    try (Backbone backbone = open(unstated.build().toByteArray(), plain(SmallNet.SIDE, null))) {
      assertThat(backbone.featureSize()).isEqualTo(SmallNet.FEATURES);
    }

    ModelProto.Builder fixed = ModelProto.parseFrom(net.onnx()).toBuilder();
    fixed
        .getGraphBuilder()
        .getInputBuilder(0)
        .getTypeBuilder()
        .getTensorTypeBuilder()
        .getShapeBuilder()
        .getDimBuilder(0)
        .setDimValue(8);
    assertThatThrownBy(() -> open(fixed.build().toByteArray(), plain(SmallNet.SIDE, null)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "net: accepts only batches of 8; export it with dynamic_axes={'patches': {0:"
                + " 'batch'}}");
  }

  @Test
  void anInputOfAnotherSizeIsRejected() {
    assertThatThrownBy(() -> open(net.onnx(), plain(224, null)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "net: has the input patches [any, 3, 16, 16], expected float32 [any, 3, 224,"
                + " 224]; check input and input_size in backbone.json");
  }

  @Test
  void anOutputThatIsNotOneRowForEachPatchIsRejected() {
    OnnxGraph graph = new OnnxGraph("unpooled");
    String x = graph.averagePool(graph.input("x", 3, 16, 16), 8, 8);
    graph.output("y", x, 3, 2, 2);

    assertThatThrownBy(() -> open(graph.toBytes(), plain(16, null)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "net: produces the shape (2, 3, 2, 2) for 2 face(s), expected (2, features);"
                + " pool and flatten the output before exporting");
  }

  @Test
  void aPooledOutputThatWasLeftUnflattenedIsOneRowForEachPatch() {
    OnnxGraph graph = new OnnxGraph("unflattened");
    graph.output("y", graph.averagePool(graph.input("x", 3, 16, 16), 16, 1), 3, 1, 1);

    try (Backbone backbone = open(graph.toBytes(), plain(16, null))) {
      assertThat(backbone.featureSize()).isEqualTo(3);
      assertThat(backbone.features(SmallNet.direct(4 * FLOATS), 4)).hasSize(12);
    }
  }

  @Test
  void whatIsNoOnnxModelIsRejectedInOneLine() {
    for (String text : List.of("", "hello, I am a text file", "PK\3\4 zip")) {
      assertThatThrownBy(
              () -> open(text.getBytes(StandardCharsets.UTF_8), plain(SmallNet.SIDE, null)))
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith("net: is not an ONNX model")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void anOperatorTheRuntimeDoesNotKnowIsRejectedInOneLine() {
    OnnxGraph graph = new OnnxGraph("odd");
    graph.output("y", graph.elementwise("NoSuchOperator", graph.input("x", 3, 16, 16)), 5);

    assertThatThrownBy(() -> open(graph.toBytes(), plain(16, null)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("net: ONNX Runtime rejects the model:")
        .hasMessageContaining("NoSuchOperator")
        .hasMessageNotContaining("\n");
  }

  @Test
  void theDeviceIsChosenWithItsReason() {
    DeviceChoice.Offer none = new DeviceChoice.Offer("ONNX Runtime", false, 0);
    DeviceChoice.Offer two = new DeviceChoice.Offer("ONNX Runtime", true, 2);

    assertThat(DeviceChoice.of("auto", none).reason())
        .isEqualTo("cpu (auto: this build of ONNX Runtime does not support CUDA)");
    assertThat(DeviceChoice.of("auto", new DeviceChoice.Offer("ONNX Runtime", true, 0)).reason())
        .isEqualTo("cpu (auto: CUDA finds no device)");
    assertThat(DeviceChoice.of("auto", two).reason())
        .isEqualTo("cuda:0 (auto: first of 2 CUDA device(s))");
    assertThat(DeviceChoice.of("cuda:1", two).device().getDeviceId()).isEqualTo(1);
    assertThat(DeviceChoice.of("cpu", two).device().isGpu()).isFalse();
    assertThatThrownBy(() -> DeviceChoice.of("cuda:2", two))
        .hasMessage("device 'cuda:2': CUDA finds 2 device(s); use auto or cpu");
    assertThatThrownBy(() -> DeviceChoice.of("cuda:0", none))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("does not support CUDA");
    assertThatThrownBy(() -> DeviceChoice.of("tpu", two))
        .hasMessage("unknown device 'tpu'; use auto, cpu or cuda:N");
  }

  private static String fingerprint(byte[] onnx, PatchInput preprocessing) {
    try (Backbone backbone = open(onnx, preprocessing)) {
      return backbone.fingerprint();
    }
  }

  private static Backbone open(byte[] onnx, PatchInput preprocessing) {
    return OnnxBackbone.open(onnx, preprocessing, ONE_THREAD, "net");
  }

  private static PatchInput plain(int side, String output) {
    return new PatchInput(
        side, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), output);
  }
}
