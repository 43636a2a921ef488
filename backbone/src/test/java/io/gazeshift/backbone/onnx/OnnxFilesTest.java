package io.gazeshift.backbone.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.gazeshift.common.UserError;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OnnxFilesTest {

  @Test
  void aJoinedFileTakesWhatTheFirstTakesAndGivesWhatTheSecondGives() {
    byte[] joined = OnnxFiles.joined(first("x", "features"), "features", second(), "net");

    OnnxSignature signature = OnnxSignature.of(joined, "joined");
    assertThat(signature.inputs()).hasToString("[x [any, 4]]");
    assertThat(signature.outputs()).hasToString("[gaze [any, 2]]");
    assertThat(signature.weightCount()).isEqualTo(4 * 3 + 3 + 3 * 2 + 2);
  }

  @Test
  void aNameThatTheFirstHasAlreadyIsNotUsedTwice() {
    byte[] joined = OnnxFiles.joined(first("x", "gaze"), "gaze", second(), "net");

    assertThat(OnnxSignature.of(joined, "joined").outputs())
        .hasToString("[gazeshift/gaze [any, 2]]");
  }

  @Test
  void factsStandInTheMetadata() throws InvalidProtocolBufferException {
    byte[] described = OnnxFiles.described(second(), Map.of("domain", "seat"));

    assertThat(ModelProto.parseFrom(described).getMetadataPropsList())
        .anySatisfy(
            entry -> {
              assertThat(entry.getKey()).isEqualTo("domain");
              assertThat(entry.getValue()).isEqualTo("seat");
            });
  }

  @Test
  void weightsThatAreListedAsInputsBecomeConstants() throws InvalidProtocolBufferException {
    ModelProto.Builder old = ModelProto.parseFrom(second()).toBuilder().setIrVersion(3);
    old.getGraphBuilder().addInputBuilder().setName("constant_0");

    ModelProto constant =
        ModelProto.parseFrom(OnnxFiles.withConstantWeights(old.build().toByteArray(), "old"));

    assertThat(constant.getGraph().getInputList()).hasSize(1);
    assertThat(constant.getIrVersion()).isEqualTo(4);
    byte[] modern = second();
    assertThat(OnnxFiles.withConstantWeights(modern, "modern")).isSameAs(modern);
  }

  @Test
  void aFileOfAnOldOpsetIsRejected() throws InvalidProtocolBufferException {
    ModelProto.Builder old = ModelProto.parseFrom(first("x", "features")).toBuilder();
    old.getOpsetImportBuilder(0).setVersion(6);

    assertThatThrownBy(
            () -> OnnxFiles.joined(old.build().toByteArray(), "features", second(), "old.onnx"))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "old.onnx: uses opset 6, but a head needs 7 or newer; export it again with a"
                + " newer opset");
  }

  private static byte[] first(String input, String output) {
    OnnxGraph graph = new OnnxGraph("first");
    graph.output(output, graph.gemm(graph.input(input, 4), new float[12], 3, 4, new float[3]), 3);
    return graph.toBytes();
  }

  private static byte[] second() {
    OnnxGraph graph = new OnnxGraph("second");
    graph.output(
        "gaze", graph.gemm(graph.input("features", 3), new float[6], 2, 3, new float[2]), 2);
    return graph.toBytes();
  }
}
