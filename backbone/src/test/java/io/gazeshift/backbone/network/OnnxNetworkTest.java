package io.gazeshift.backbone.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.network.Layer.BatchNorm;
import io.gazeshift.backbone.network.Layer.Conv;
import io.gazeshift.backbone.network.Layer.GlobalAveragePool;
import io.gazeshift.backbone.network.Layer.Residual;
import io.gazeshift.backbone.network.ResNet.Block;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.Safetensors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OnnxNetworkTest {

  private static final int SMALL_SIDE = 32;

  static Stream<Arguments> smallNetworks() {
    return Stream.of(
        Arguments.of(
            "basic",
            Architecture.pooled("basic", SMALL_SIDE, ResNet.layers("", Block.BASIC, 4, 2, 1))),
        Arguments.of(
            "bottleneck",
            Architecture.pooled(
                "bottleneck", SMALL_SIDE, ResNet.layers("", Block.BOTTLENECK, 4, 2, 1))),
        Arguments.of(
            "hybrid", Architecture.hybrid("hybrid", SMALL_SIDE, 4, new int[] {1, 1}, 8, 2, 2, 12)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("smallNetworks")
  void aNetworkWithPyTorchsWeightsGivesWhatPyTorchGave(String name, NetworkSpec spec)
      throws IOException {
    Safetensors file = reference(name);
    float[] expected = file.tensor("features").floats();

    byte[] onnx = OnnxNetwork.write(spec, new StoredWeights(file));

    assertThat(features(onnx, SMALL_SIDE, file.tensor("image").floats()))
        .containsExactly(expected, within(1e-5f));
  }

  @ParameterizedTest
  @CsvSource({"RESNET18, 512, 11176512", "RESNET50, 2048, 23508032", "GAZETR, 32, 11420672"})
  void theArchitecturesOfThePaperLoadAndGiveTheirFeatures(
      Architecture architecture, int size, long learned) {
    NetworkSpec spec = architecture.spec(224);
    long statistics =
        spec.parameters().stream()
            .filter(p -> p.name().contains("running_"))
            .mapToLong(Parameter::count)
            .sum();
    float[] patch = new float[3 * 224 * 224];
    Random random = new Random(1);
    for (int i = 0; i < patch.length; i++) {
      patch[i] = (float) random.nextGaussian();
    }

    float[] features = features(OnnxNetwork.write(spec, new RandomWeights(1)), 224, patch);

    assertThat(spec.features()).isEqualTo(size);
    // As torchvision counts them, without the classifier.
    assertThat(spec.parameters().stream().mapToLong(Parameter::count).sum() - statistics)
        .isEqualTo(learned);
    assertThat(features).hasSize(size);
    double square = 0;
    for (float feature : features) {
      square += (double) feature * feature / size;
    }
    assertThat(Math.sqrt(square)).isBetween(0.01, 10.0);
  }

  @Test
  void equalSeedsGiveEqualFilesAndOthersNot() {
    NetworkSpec spec = Architecture.hybrid("hybrid", 32, 4, new int[] {1, 1}, 8, 2, 2, 12);
    byte[] one = OnnxNetwork.write(spec, new RandomWeights(1));

    assertThat(OnnxNetwork.write(spec, new RandomWeights(1))).isEqualTo(one);
    assertThat(OnnxNetwork.write(spec, new RandomWeights(2))).isNotEqualTo(one);
  }

  @Test
  void layersThatDoNotFitEachOtherAreRejected() {
    assertThatThrownBy(() -> spec(new Conv("a", 3, 8, 3, 1, 1), new BatchNorm("b", 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("b expects 4 inputs, but the layer before it produces 8");
    assertThatThrownBy(
            () ->
                spec(
                    new Residual(List.of(new Conv("a", 3, 8, 3, 1, 1)), List.of()),
                    new GlobalAveragePool()))
        .hasMessageContaining("a branch produces")
        .hasMessageContaining("its shortcut");
    assertThatThrownBy(() -> spec(new Conv("a", 3, 8, 3, 1, 1)))
        .hasMessageContaining("a backbone must end with a vector");
    assertThatThrownBy(() -> spec(new Conv("a", 3, 8, 9, 1, 0)))
        .hasMessage("a map of side 8 is too small for a window of 9");
    assertThatThrownBy(() -> Architecture.hybrid("h", 32, 4, new int[] {1, 1}, 8, 2, 3, 12))
        .hasMessage("a width of 8 is not divisible by 3 attention heads");
  }

  @Test
  void aFileOfOtherWeightsIsRejectedByTheNameOfTheFirst() throws IOException {
    Safetensors basic = reference("basic");
    NetworkSpec wider =
        Architecture.pooled("wider", SMALL_SIDE, ResNet.layers("", Block.BASIC, 8, 2, 1));

    assertThatThrownBy(() -> OnnxNetwork.write(wider, new StoredWeights(basic)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("conv1.weight");
    assertThatThrownBy(
            () -> OnnxNetwork.write(Architecture.GAZETR.spec(224), new StoredWeights(basic)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("base_model.conv1.weight");
  }

  private static NetworkSpec spec(Layer... layers) {
    return new NetworkSpec("net", 8, List.of(layers));
  }

  private static float[] features(byte[] onnx, int side, float[] patches) {
    FloatBuffer batch =
        ByteBuffer.allocateDirect(patches.length * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    batch.put(0, patches);
    try (Backbone backbone =
        BackboneFile.of(onnx, "net")
            .open(PatchInput.imageNet(side), new BackboneOptions("cpu", 2))) {
      return backbone.features(batch, patches.length / (3 * side * side));
    }
  }

  private static Safetensors reference(String name) throws IOException {
    try (InputStream in = OnnxNetworkTest.class.getResourceAsStream(name + ".safetensors")) {
      return Safetensors.read(in.readAllBytes(), name);
    }
  }
}
