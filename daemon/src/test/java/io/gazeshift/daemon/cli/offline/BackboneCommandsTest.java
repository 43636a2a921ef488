package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackboneCommandsTest {

  /** Networks that PyTorch exported, as the tests of the backbone module have them. */
  private static final Path FOREIGN =
      Path.of("../backbone/src/test/resources/io/gazeshift/backbone/foreign");

  private static final String SIDECAR =
      """
      {"input_size": 16, "channels": "RGB", "mean": [0.5, 0.5, 0.5], "std": [1, 1, 1]}
      """;

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void begin() {
    line = new OfflineLine(directory);
  }

  @Test
  void theBackboneOfLandmarksIsThatOfTheBuiltInModel() throws IOException {
    line.succeeds("backbone", "make", "--arch", "landmarks", "--out", "@model");
    assertThat(line.out()).contains("21 features", "train one with 'gazeshift head train'");

    BackboneOptions cpu = new BackboneOptions("cpu", 1);
    try (Backbone made = ModelDirectory.of(line.file("model")).openBackbone(cpu);
        Backbone builtIn = ModelDirectory.builtIn(BuiltInModel.LANDMARKS).openBackbone(cpu)) {
      assertThat(made.fingerprint()).isEqualTo(builtIn.fingerprint());
    }
    line.refuses(
        2,
        new String[] {
          "backbone", "make", "--arch", "landmarks", "--out", "@other", "--input-size", "64"
        },
        "--input-size: the backbone 'landmarks' takes no patches of your choice");
  }

  @Test
  void aModelOfAKnownArchitectureIsMadeInspectedAndExported() throws IOException {
    line.succeeds("backbone", "make", "--arch", "gazetr", "--out", "@model", "--input-size", "64");
    assertThat(line.out()).contains("gazetr", "32 features", "head 32-256-128-2", "random");

    line.succeeds("backbone", "inspect", "@model", "--runs", "1", "--json");
    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.path("engine").asText()).isEqualTo("ONNX Runtime");
    assertThat(answer.path("features").asInt()).isEqualTo(32);
    assertThat(answer.path("inputs").get(0).asText()).isEqualTo("patches [any, 3, 64, 64]");
    assertThat(answer.path("weights").asLong()).isGreaterThan(11_000_000);
    assertThat(answer.path("source_head").asText()).isEqualTo("head 32-256-128-2");
    ModelDirectory model = ModelDirectory.of(line.file("model"));
    try (Backbone backbone = model.openBackbone(new BackboneOptions("cpu", 1))) {
      assertThat(answer.path("fingerprint").asText()).isEqualTo(backbone.fingerprint());
    }

    line.succeeds(
        "models",
        "export",
        "--model",
        "@model",
        "--head",
        "@model/head.safetensors",
        "--out",
        "@all.onnx");
    assertThat(line.out()).contains("all.onnx:", "head 32-256-128-2", "verified with ONNX Runtime");
    assertThat(line.file("all.onnx")).isNotEmptyFile();
  }

  @Test
  void aModelIsQuantisedOnRenderedFaces() throws IOException {
    line.succeeds(
        "backbone",
        "quantise",
        "--out",
        "@int8",
        "--calibration",
        "32",
        "--check",
        "32",
        "--max-change",
        "2",
        "--json");
    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.path("quantised_layers").asInt()).isBetween(11, 12);
    assertThat(answer.path("mean_change_deg").asDouble()).isBetween(1e-4, 2.0);
    assertThat(answer.path("faces").asInt()).isEqualTo(32);
    assertThat(answer.path("bytes_after").asLong())
        .isLessThan(answer.path("bytes_before").asLong());
    line.succeeds("backbone", "inspect", "@int8", "--runs", "1");
    assertThat(line.out()).contains("head 128-");
  }

  @Test
  void whatCannotBeQuantisedIsRejectedBeforeAnyWork() {
    line.refuses(
        2,
        new String[] {"backbone", "quantise", "--out", "@int8", "--weight-bits", "6"},
        "--weight-bits: 6, must be 7 or 8");
    line.refuses(
        2,
        new String[] {"backbone", "quantise", "--out", "@int8", "--check", "3"},
        "--calibration and --check: 200 and 3, must be at least 16");
    line.refuses(
        2,
        new String[] {"backbone", "quantise", "--out", "@int8", "--labels", "labels.csv"},
        "--images and --labels: give both, or neither for rendered faces");
    line.refuses(
        1,
        new String[] {"backbone", "quantise", "--out", "@int8", "--model", "landmarks"},
        "quantise a backbone that takes patches");
  }

  @Test
  void equalSeedsMakeEqualModels() {
    for (String name : new String[] {"@a", "@b"}) {
      line.succeeds("backbone", "make", "--arch", "RESNET18", "--out", name, "--input-size", "32");
    }
    for (String file : new String[] {"backbone.onnx", "backbone.json", "head.safetensors"}) {
      assertThat(line.file("a").resolve(file)).hasSameBinaryContentAs(line.file("b").resolve(file));
    }
  }

  @Test
  void aFileIsInspectedWithFlagsOrWithTheSidecarBesideIt() throws IOException {
    foreign("tuple.pt", "net.pt");
    line.refuses(
        1, inspect("@net.pt", "--input-size", "16"), "net.pt: has the outputs [0, 1]", "output");

    line.succeeds(inspect("@net.pt", "--input-size", "16", "--output", "0"));
    assertThat(line.out())
        .contains("PyTorch", "x: Tensor", "Tuple[Tensor, Tensor]", "[n, 6] features", "none");

    Files.writeString(line.file("backbone.json"), SIDECAR);
    line.succeeds(inspect("@net.pt", "--output", "0", "--channels", "BGR"));
    assertThat(line.out()).contains("\"channels\" : \"BGR\"", "\"mean\" : [ 0.5, 0.5, 0.5 ]");
  }

  @Test
  void aDirectoryMayHoldATorchScriptAndNoHeadYet() throws IOException {
    Path model = Files.createDirectory(line.file("model"));
    foreign("traced.pt", "model/backbone.pt");
    Files.writeString(model.resolve("backbone.json"), SIDECAR);

    line.succeeds(inspect("@model"));
    assertThat(line.out()).contains("engine       PyTorch", "source head  none");

    foreign("fixed-batch-opset11.onnx", "model/backbone.onnx");
    line.refuses(1, inspect("@model"), "contains both backbone.onnx and backbone.pt");
  }

  @Test
  void whatIsNoNetworkIsRejected() throws IOException {
    Files.writeString(line.file("text.onnx"), "hello");
    line.refuses(1, inspect("@text.onnx"), "text.onnx: neither an ONNX model nor a TorchScript");
    foreign("weights-only.pt", "weights.pt");
    line.refuses(1, inspect("@weights.pt"), "contains weights without a network");
    line.refuses(1, inspect("@nowhere"), "nowhere", "not a directory");
    line.refuses(2, inspect("@nowhere", "--mean", "0,0,0"), "apply to a network file");
    foreign("traced.pt", "net.pt");
    line.refuses(2, inspect("@net.pt", "--std", "1,1"), "--std is [1.0, 1.0], must be 3 numbers");
  }

  @Test
  void makingIsRejectedWhereItCannotBe() throws IOException {
    Files.writeString(line.file("file"), "");
    line.refuses(2, make("@file"), "--out:", "is a file");
    line.refuses(2, make("@m", "--input-size", "8"), "--input-size: 8 is not between 32 and 1024");
    line.refuses(2, make("@m", "--weights", "@none"), "--weights: the file", "does not exist");
    Files.writeString(line.file("weights"), "hello, I am no safetensors file");
    line.refuses(1, make("@m", "--weights", "@weights"), "weights");
    assertThat(line.execute("backbone", "make", "--arch", "vgg", "--out", "m")).isEqualTo(2);
    assertThat(line.err()).contains("vgg", "resnet18");
  }

  @Test
  void aModelThatIsThereIsNotOverwritten() throws IOException {
    Files.createDirectory(line.file("mine"));
    Files.writeString(line.file("mine/head.safetensors"), "trained for a week");
    line.refuses(1, make("@mine"), "head.safetensors: already exists");
    assertThat(line.file("mine/head.safetensors")).hasContent("trained for a week");
    assertThat(line.file("mine/backbone.onnx")).doesNotExist();
  }

  private static String[] make(String out, String... more) {
    return concat(new String[] {"backbone", "make", "--arch", "resnet18", "--out", out}, more);
  }

  private static String[] inspect(String place, String... more) {
    return concat(new String[] {"backbone", "inspect", place, "--runs", "1"}, more);
  }

  private static String[] concat(String[] first, String... second) {
    return Stream.of(first, second).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private void foreign(String name, String target) throws IOException {
    Files.copy(FOREIGN.resolve(name), line.file(target));
  }
}
