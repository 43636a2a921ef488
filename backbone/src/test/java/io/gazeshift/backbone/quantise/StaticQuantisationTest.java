package io.gazeshift.backbone.quantise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.gazeshift.backbone.onnx.OnnxFiles;
import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.backbone.openvino.OnnxRun;
import io.gazeshift.common.UserError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small networks, quantised and run by ONNX Runtime itself. */
class StaticQuantisationTest {

  private static final int SIDE = 12;
  private static final int FLOATS = 3 * SIDE * SIDE;
  private static final int FACES = 4;
  private static final int CHANNELS = 8;
  private static final String SOURCE = "small.onnx";

  private final Random random = new Random(7);

  @ParameterizedTest
  @EnumSource(WeightBits.class)
  void aResidualNetworkOfBytesComputesAlmostTheSame(WeightBits bits) throws Exception {
    byte[] network = residual();
    byte[] quantised = quantised(network, false, bits);
    assertAgrees(network, quantised, 0.05);
    // Every convolution and the linear layer, each with weights of bytes.
    assertThat(weightsOfBytes(quantised)).hasSize(4);
    assertThat(operators(quantised)).doesNotContain("BatchNormalization");
  }

  @Test
  void aWeightOfSevenBitsIsAtMost63() throws Exception {
    for (TensorProto weight : weightsOfBytes(quantised(residual(), false, WeightBits.SEVEN))) {
      for (byte value : weight.getRawData().toByteArray()) {
        assertThat((int) value).isBetween(-63, 63);
      }
    }
  }

  /** What the first convolution sees, it sees as it was. */
  @Test
  void theFirstConvolutionCanStayFloat() throws Exception {
    byte[] network = residual();
    byte[] quantised = quantised(network, true, WeightBits.SEVEN);
    assertThat(weightsOfBytes(quantised)).hasSize(3);
    NodeProto first =
        OnnxFiles.parse(quantised, SOURCE).getGraph().getNodeList().stream()
            .filter(node -> node.getOpType().equals("Conv"))
            .findFirst()
            .orElseThrow();
    assertThat(first.getInput(0)).isEqualTo("patches");
    assertAgrees(network, quantised, 0.05);
  }

  /** Scales by channel: a channel of small weights must not vanish beside one of large weights. */
  @Test
  void channelsOfVeryDifferentSizeKeepTheirPrecision() throws Exception {
    OnnxGraph graph = new OnnxGraph("channels");
    String x = graph.flatten(graph.input("patches", 3, SIDE, SIDE));
    float[] weight = normals(2 * FLOATS, 1 / Math.sqrt(FLOATS));
    for (int i = 0; i < FLOATS; i++) {
      weight[i] *= 1e-4f;
    }
    graph.output("features", graph.gemm(x, weight, 2, FLOATS, new float[] {3e-4f, -2}), 2);
    byte[] network = graph.toBytes();
    float[] faces = normals(FACES * FLOATS, 1);
    float[] before = run(network, faces);
    float[] after = run(quantised(network, false, WeightBits.SEVEN), faces);
    for (int i = 0; i < before.length; i++) {
      double size = i % 2 == 0 ? 1e-4 : 1;
      assertThat(after[i] / size).isCloseTo(before[i] / size, within(0.06));
    }
  }

  /** Tokens of a transformer are multiplied from the left: [n, tokens, width] with [width, out]. */
  @Test
  void aMatrixProductWithAConstantIsQuantisedByColumn() throws Exception {
    OnnxGraph graph = new OnnxGraph("tokens");
    String x = graph.reshape(graph.input("patches", 3, SIDE, SIDE), 0, 3, SIDE * SIDE);
    String weight = graph.constant(normals(SIDE * SIDE * 5, 1.0 / SIDE), SIDE * SIDE, 5);
    String y = graph.elementwise("MatMul", x, weight);
    graph.output("features", graph.flatten(y), 15);
    byte[] network = graph.toBytes();
    byte[] quantised = quantised(network, false, WeightBits.SEVEN);
    assertThat(weightsOfBytes(quantised)).hasSize(1);
    assertAgrees(network, quantised, 0.05);
  }

  @Test
  void aChannelOfNoWeightsKeepsItsBias() throws Exception {
    OnnxGraph graph = new OnnxGraph("empty");
    String x = graph.flatten(graph.input("patches", 3, SIDE, SIDE));
    graph.output(
        "features", graph.gemm(x, new float[2 * FLOATS], 2, FLOATS, new float[] {0.123f, 0}), 2);
    float[] after =
        run(quantised(graph.toBytes(), false, WeightBits.SEVEN), normals(FACES * FLOATS, 1));
    for (int i = 0; i < after.length; i++) {
      assertThat(after[i]).isCloseTo(i % 2 == 0 ? 0.123f : 0, within(1e-4f));
    }
  }

  @Test
  void productsOfTwoActivationsStayFloat() throws Exception {
    OnnxGraph graph = new OnnxGraph("attention");
    String x = graph.reshape(graph.input("patches", 3, SIDE, SIDE), 0, 3, SIDE * SIDE);
    String y = graph.elementwise("MatMul", x, graph.transpose(x, 0, 2, 1));
    graph.output("features", graph.flatten(y), 9);
    QuantisationPlan plan =
        QuantisationPlan.of(FoldedNetwork.of(graph.toBytes(), SOURCE).getGraph(), false);
    assertThat(plan.layers()).isEmpty();
    assertThat(plan.activations()).isEmpty();
  }

  @Test
  void anOldOpsetIsRejectedWithTheRemedy() {
    ModelProto old =
        OnnxFiles.parse(residual(), SOURCE).toBuilder()
            .clearOpsetImport()
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(11))
            .build();
    assertThatThrownBy(() -> FoldedNetwork.of(old.toByteArray(), SOURCE))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "small.onnx: uses opset 11, but int8 needs 13 or newer; export it again with a newer"
                + " opset");
  }

  @Test
  void weightsThatAreNotNumbersAreNamed() {
    OnnxGraph graph = new OnnxGraph("broken");
    String x = graph.flatten(graph.input("patches", 3, SIDE, SIDE));
    String y = graph.gemm(x, normals(2 * FLOATS, 1), 2, FLOATS, new float[] {Float.NaN, 0});
    graph.output("features", graph.gemm(y, normals(4, 1), 2, 2, new float[2]), 2);
    assertThatThrownBy(() -> quantised(graph.toBytes(), false, WeightBits.SEVEN))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("small.onnx: a value is NaN in '")
        .hasMessageContaining("check the network's weights");
  }

  @Test
  void aRangeHasZeroAsOneOfItsBytes() {
    assertThat(new ValueRange(0, 2.55f).zeroPoint()).isZero();
    assertThat(new ValueRange(-1, 1).zeroPoint()).isIn(127, 128);
    assertThat(new ValueRange(-2.55f, 0).zeroPoint()).isEqualTo(255);
    assertThat(ValueRange.NONE.scale()).isEqualTo(1);
    assertThat(ValueRange.NONE.including(FloatBuffer.wrap(new float[] {3, 4})))
        .isEqualTo(new ValueRange(0, 4));
  }

  /** Convolution, normalisation, ReLU, pooling, a residual block, a linear layer. */
  private byte[] residual() {
    OnnxGraph graph = new OnnxGraph("residual");
    String x = convolved(graph, graph.input("patches", 3, SIDE, SIDE), 3);
    x = graph.maxPool(graph.relu(x), 3, 2, 1);
    String y = graph.relu(convolved(graph, x, CHANNELS));
    x = graph.relu(graph.elementwise("Add", convolved(graph, y, CHANNELS), x));
    x = graph.globalAveragePool(x);
    x = graph.gemm(x, normals(6 * CHANNELS, 0.5), 6, CHANNELS, normals(6, 0.1));
    graph.output("features", x, 6);
    return graph.toBytes();
  }

  private String convolved(OnnxGraph graph, String x, int inputs) {
    float[] kernels = normals(CHANNELS * inputs * 9, Math.sqrt(2.0 / (9 * inputs)));
    String weight = graph.constant(kernels, CHANNELS, inputs, 3, 3);
    float[] variance = new float[CHANNELS];
    Arrays.fill(variance, 1.5f);
    return graph.batchNorm(
        graph.conv(x, weight, Optional.empty(), 3, 1, 1),
        graph.constant(normals(CHANNELS, 1), CHANNELS),
        graph.constant(normals(CHANNELS, 0.2), CHANNELS),
        graph.constant(normals(CHANNELS, 0.2), CHANNELS),
        graph.constant(variance, CHANNELS),
        1e-5f);
  }

  private byte[] quantised(byte[] network, boolean firstInFloat, WeightBits bits) throws Exception {
    ModelProto folded = FoldedNetwork.of(network, SOURCE);
    QuantisationPlan plan = QuantisationPlan.of(folded.getGraph(), firstInFloat);
    FloatBuffer faces =
        ByteBuffer.allocateDirect(16 * FLOATS * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    faces.put(0, normals(16 * FLOATS, 1));
    try (Calibration calibration = new Calibration(folded, plan.activations(), SOURCE)) {
      calibration.run(faces, 16, 3, SIDE, SIDE);
      return QuantisedGraph.write(folded, plan, calibration.ranges(), bits);
    }
  }

  /** On faces that it was not calibrated on, as a share of the largest feature. */
  private void assertAgrees(byte[] network, byte[] quantised, double share) throws Exception {
    float[] faces = normals(FACES * FLOATS, 1);
    float[] before = run(network, faces);
    float[] after = run(quantised, faces);
    assertThat(after).hasSameSizeAs(before);
    double largest = 0;
    for (float value : before) {
      largest = Math.max(largest, Math.abs(value));
    }
    assertThat(largest).isPositive();
    boolean different = false;
    for (int i = 0; i < before.length; i++) {
      assertThat((double) after[i]).isCloseTo(before[i], within(share * largest));
      different |= after[i] != before[i];
    }
    assertThat(different).as("bytes were used").isTrue();
  }

  private static float[] run(byte[] network, float[] faces) throws Exception {
    try (OnnxRun run = new OnnxRun(network)) {
      Map<String, float[]> outputs = run.given("patches", faces, FACES, 3, SIDE, SIDE).outputs();
      return outputs.get("features");
    }
  }

  private static List<TensorProto> weightsOfBytes(byte[] network) {
    return OnnxFiles.parse(network, SOURCE).getGraph().getInitializerList().stream()
        .filter(tensor -> tensor.getDataType() == TensorProto.DataType.INT8_VALUE)
        .filter(tensor -> tensor.getDimsCount() > 1)
        .toList();
  }

  private static List<String> operators(byte[] network) {
    return OnnxFiles.parse(network, SOURCE).getGraph().getNodeList().stream()
        .map(NodeProto::getOpType)
        .toList();
  }

  private float[] normals(int count, double deviation) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (deviation * random.nextGaussian());
    }
    return values;
  }
}
