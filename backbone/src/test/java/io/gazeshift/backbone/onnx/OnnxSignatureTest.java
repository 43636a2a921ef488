package io.gazeshift.backbone.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.gazeshift.common.UserError;
import org.junit.jupiter.api.Test;

class OnnxSignatureTest {

  @Test
  void aFileSaysWhatItTakesAndGives() {
    OnnxSignature signature = OnnxSignature.of(linear().toBytes(), "net");

    assertThat(signature.inputs()).hasToString("[x [any, 4]]");
    assertThat(signature.outputs()).hasToString("[y [any, 2]]");
    assertThat(signature.weightCount()).isEqualTo(10);
  }

  @Test
  void equalGraphsGiveEqualBytes() {
    assertThat(linear().toBytes()).isEqualTo(linear().toBytes());
  }

  @Test
  void weightsListedAsInputsAreNotInputs() throws InvalidProtocolBufferException {
    ModelProto.Builder model = ModelProto.parseFrom(linear().toBytes()).toBuilder();
    model.getGraphBuilder().addInputBuilder().setName("constant_0");

    assertThat(OnnxSignature.of(model.build().toByteArray(), "old").inputs()).hasSize(1);
  }

  @Test
  void weightsInAnotherFileAreRejectedWithTheRemedy() throws InvalidProtocolBufferException {
    ModelProto.Builder model = ModelProto.parseFrom(linear().toBytes()).toBuilder();
    model
        .getGraphBuilder()
        .getInitializerBuilder(0)
        .setDataLocation(TensorProto.DataLocation.EXTERNAL)
        .addExternalData(
            StringStringEntryProto.newBuilder().setKey("location").setValue("net.onnx.data"));

    assertThatThrownBy(() -> OnnxSignature.of(model.build().toByteArray(), "net.onnx"))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("net.onnx: stores its weights in another file ('net.onnx.data')");
  }

  @Test
  void aConstantOfTheWrongSizeIsRejected() {
    assertThatThrownBy(() -> new OnnxGraph("g").constant(new float[3], 2, 2))
        .hasMessage("a constant of shape [2, 2] needs 4 numbers, got 3");
  }

  private static OnnxGraph linear() {
    OnnxGraph graph = new OnnxGraph("linear");
    String x = graph.input("x", 4);
    graph.output("y", graph.gemm(x, new float[8], 2, 4, new float[2]), 2);
    return graph;
  }
}
