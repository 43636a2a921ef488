package io.gazeshift.backbone.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.backbone.engine.BackboneFile.Facts;
import io.gazeshift.backbone.engine.BackboneFile.Format;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks that PyTorch exported (make_foreign_backbones.py), not we. */
class ForeignBackboneTest {

  private static final int SIDE = 16;
  private static final int FEATURES = 6;
  private static final BackboneOptions OPTIONS = new BackboneOptions("auto", 1);

  @ParameterizedTest
  @CsvSource({
    "traced.pt,",
    "tuple.pt, 0",
    "named.pt, features",
    "one-only.pt,",
    "fixed-batch-opset11.onnx,",
    "two-outputs-opset18.onnx, feat"
  })
  void whatPyTorchExportedGivesWhatPyTorchGave(String name, String output) throws IOException {
    int copies = 3;
    int floats = 2 * 3 * SIDE * SIDE;
    FloatBuffer patches = SmallNet.direct(copies * floats);
    for (int i = 0; i < copies * floats; i++) {
      patches.put(i, (float) Math.sin(0.37 * (i % floats)));
    }
    JsonNode expected = new JsonMapper().readTree(read("expected.json")).get("features");

    try (Backbone backbone = open(name, output)) {
      float[] features = backbone.features(patches, 2 * copies);

      assertThat(backbone.featureSize()).isEqualTo(FEATURES);
      assertThat(backbone.fingerprint()).matches("[0-9a-f]{64}");
      assertThat(features).hasSize(2 * copies * FEATURES);
      for (int i = 0; i < features.length; i++) {
        assertThat((double) features[i])
            .isCloseTo(expected.get(i % expected.size()).asDouble(), within(1e-5));
      }
    }
  }

  @Test
  void theEngineShowsInTheReasonForTheDevice() throws IOException {
    try (Backbone torch = open("traced.pt", null);
        Backbone onnx = open("fixed-batch-opset11.onnx", null)) {
      assertThat(torch.device())
          .isEqualTo("cpu (auto: this build of PyTorch does not support CUDA)");
      // The second with the ONNX Runtime for GPUs, where there is none.
      assertThat(onnx.device())
          .isIn(
              "cpu (auto: this build of ONNX Runtime does not support CUDA)",
              "cpu (auto: CUDA finds no device)");
    }
    BackboneFile file = file("traced.pt");
    assertThatThrownBy(() -> file.open(preprocessing(null), new BackboneOptions("cuda:0", 1)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "device 'cuda:0': this build of PyTorch does not support CUDA; use the GPU"
                + " image, or auto or cpu");
  }

  @Test
  void theFingerprintOfATorchScriptIsOfTheFileAndItsPreprocessing() throws IOException {
    PatchInput turned =
        new PatchInput(SIDE, Channels.BGR, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), null);
    try (Backbone plain = open("traced.pt", null);
        Backbone named = open("traced.pt", "0");
        Backbone other = open("one-only.pt", null);
        Backbone bgr = file("traced.pt").open(turned, OPTIONS)) {
      assertThat(named.fingerprint()).isEqualTo(plain.fingerprint());
      assertThat(other.fingerprint()).isNotEqualTo(plain.fingerprint());
      assertThat(bgr.fingerprint()).isNotEqualTo(plain.fingerprint());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tuple.pt, , 'has the outputs [0, 1]; name the one with the features as \"output\" in backbone.json'",
    "tuple.pt, 2, 'has the outputs [0, 1], but not the \"output\" ''2'''",
    "two-outputs-opset18.onnx, , 'has the outputs [feat, gaze]; name the one with the features'",
    "unpooled.pt, , 'produces the shape (2, 8, 8, 8) for 2 face(s), expected (2, features)'",
    "two-inputs.pt, , 'fails on 2 blank face(s) of shape [3, 16, 16]: '",
    "weights-only.pt, , 'contains weights without a network, as torch.save writes them'"
  })
  void whatDoesNotFitIsRejectedInOneLine(String name, String output, String reason) {
    assertThatThrownBy(() -> open(name, output).close())
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(name + ": " + reason)
        .hasMessageNotContaining("\n");
  }

  @Test
  void severalNamedOutputsAreListed() {
    assertThatThrownBy(() -> open("named.pt", null).close())
        .isInstanceOf(UserError.class)
        .hasMessageContaining("features")
        .hasMessageContaining("gaze")
        .hasMessageContaining("the features as \"output\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hello, I am a text file", "PK\3\4 zip", "\u0080\u0002}q\0."})
  void aFileThatIsNeitherIsRejected(String text) {
    assertThatThrownBy(
            () ->
                BackboneFile.of(text.getBytes(StandardCharsets.ISO_8859_1), "net.bin")
                    .open(preprocessing(null), OPTIONS))
        .isInstanceOf(UserError.class)
        .hasMessageMatching(
            "net.bin: (neither an ONNX model nor|the TorchScript archive is damaged).*");
  }

  @Test
  void aDamagedArchiveIsRejected() throws IOException {
    byte[] bytes = read("traced.pt");
    byte[] cut = Arrays.copyOf(bytes, bytes.length / 2);

    assertThatThrownBy(() -> BackboneFile.of(cut, "cut.pt").open(preprocessing(null), OPTIONS))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("cut.pt: the TorchScript archive is damaged")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aFileTellsWhatItTakesAndGives() throws IOException {
    Facts torch = file("tuple.pt").facts();
    assertThat(torch.inputs()).containsExactly("x: Tensor");
    assertThat(torch.outputs()).containsExactly("Tuple[Tensor, Tensor]");
    assertThat(torch.weightCount()).isBetween(300L, 350L);
    assertThat(file("tuple.pt").format()).isEqualTo(Format.TORCHSCRIPT);

    Facts onnx = file("two-outputs-opset18.onnx").facts();
    assertThat(onnx.inputs()).containsExactly("x.3 [any, 3, any, any]");
    assertThat(onnx.outputs()).hasSize(2).first().asString().isEqualTo("feat [any, 6]");
  }

  private static Backbone open(String name, String output) throws IOException {
    return file(name).open(preprocessing(output), OPTIONS);
  }

  private static BackboneFile file(String name) throws IOException {
    return BackboneFile.of(read(name), name);
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in =
        ForeignBackboneTest.class.getResourceAsStream("/io/gazeshift/backbone/foreign/" + name)) {
      return in.readAllBytes();
    }
  }

  private static PatchInput preprocessing(String output) {
    return new PatchInput(
        SIDE, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), output);
  }
}
