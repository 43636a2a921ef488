package io.gazeshift.backbone.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.backbone.onnx.OnnxSignature;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnnxExportTest {

  private static final BackboneOptions CPU = new BackboneOptions("cpu", 1);

  @TempDir private Path directory;

  private final ExportCheck check = new ExportCheck(new Random(3));

  @Test
  void aHeadAloneRunsInOnnxRuntimeAsItDoesHere() throws IOException {
    Head head = head(512, 256, 128, 1);
    Path file = directory.resolve("head.onnx");

    Files.write(file, OnnxExport.head(head, Map.of()));

    assertThat(check.head(file, head)).isLessThan(1e-5);
    OnnxSignature signature = OnnxSignature.of(Files.readAllBytes(file), "head");
    assertThat(signature.inputs()).hasToString("[features [any, 512]]");
    assertThat(signature.outputs()).hasToString("[gaze [any, 2]]");
  }

  @ParameterizedTest
  @CsvSource({"fixed-batch-opset11.onnx, , gaze", "two-outputs-opset18.onnx, feat, gazeshift/gaze"})
  void aHeadBehindAForeignBackboneRunsInOnnxRuntimeAsItDoesHere(
      String name, String output, String gaze) throws IOException {
    BackboneFile network = BackboneFile.of(foreign(name), name);
    Head head = head(6, 8, 7, 2);
    Path file = directory.resolve("whole.onnx");

    Files.write(file, OnnxExport.whole(network, preprocessing(output), head, Map.of()));

    try (Backbone backbone = network.open(preprocessing(output), CPU)) {
      assertThat(check.whole(file, backbone, head)).isLessThan(1e-5);
    }
    assertThat(OnnxSignature.of(Files.readAllBytes(file), "whole").outputs())
        .singleElement()
        .extracting(OnnxSignature.Value::name)
        .isEqualTo(gaze);
  }

  @Test
  void featuresThatWereLeftUnflattenedAreFlattened() throws IOException {
    OnnxGraph graph = new OnnxGraph("unflattened");
    graph.output("y", graph.averagePool(graph.input("x", 3, 16, 16), 16, 1), 3, 1, 1);
    BackboneFile network = BackboneFile.of(graph.toBytes(), "net");
    Head head = head(3, 4, 4, 3);
    Path file = directory.resolve("whole.onnx");

    Files.write(file, OnnxExport.whole(network, preprocessing(null), head, Map.of()));

    try (Backbone backbone = network.open(preprocessing(null), CPU)) {
      assertThat(check.whole(file, backbone, head)).isLessThan(1e-5);
    }
  }

  @Test
  void aFileWithOtherNumbersIsNotLetThrough() throws IOException {
    Path file = directory.resolve("head.onnx");
    Files.write(file, OnnxExport.head(head(6, 8, 7, 1), Map.of()));

    assertThatThrownBy(() -> check.head(file, head(6, 8, 7, 2)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("rad from this program's");
  }

  @Test
  void aTorchScriptBackboneCannotBePartOfAnOnnxFile() throws IOException {
    BackboneFile network = BackboneFile.of(foreign("traced.pt"), "traced.pt");

    assertThatThrownBy(
            () -> OnnxExport.whole(network, preprocessing(null), head(6, 8, 7, 1), Map.of()))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("traced.pt: a TorchScript backbone cannot")
        .hasMessageContaining("--head-only");
  }

  private static PatchInput preprocessing(String output) {
    return new PatchInput(16, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), output);
  }

  private static byte[] foreign(String name) throws IOException {
    try (InputStream in =
        OnnxExportTest.class.getResourceAsStream("/io/gazeshift/backbone/foreign/" + name)) {
      return in.readAllBytes();
    }
  }

  private static Head head(int inputs, int first, int second, long seed) {
    Random random = new Random(seed);
    return new Head(
        layer(inputs, first, random), layer(first, second, random), layer(second, 2, random));
  }

  private static DenseLayer layer(int inputs, int outputs, Random random) {
    float[] weight = new float[inputs * outputs];
    float[] bias = new float[outputs];
    for (int i = 0; i < weight.length; i++) {
      weight[i] = (float) (random.nextGaussian() * Math.sqrt(1.0 / inputs));
    }
    for (int i = 0; i < outputs; i++) {
      bias[i] = (float) (0.1 * random.nextGaussian());
    }
    return new DenseLayer(inputs, outputs, weight, bias);
  }
}
