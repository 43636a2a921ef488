package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.network.Architecture;
import io.gazeshift.backbone.network.InitialWeights;
import io.gazeshift.backbone.network.Parameter;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.glsge.data.SafetensorsWriter;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.synthetic.LabelledPatch;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.Gaze;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command on a small data set in the layout of GazeHub's ETH-XGaze, at a small size. */
class PretrainCommandTest {

  private static final int SIDE = 32;
  private static final int PEOPLE = 6;
  private static final int PER_PERSON = 10;

  @TempDir private static Path data;
  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeAll
  static void render() throws Exception {
    VirtualCamera small = new VirtualCamera(960.0 * SIDE / 224, 600, SIDE);
    List<String> labels = new ArrayList<>(List.of("face gaze head name"));
    for (int person = 0; person < PEOPLE; person++) {
      String subject = "subject%04d".formatted(person);
      Files.createDirectories(data.resolve("faces").resolve(subject));
      try (SyntheticPatches patches =
          new SyntheticPatches(SyntheticScene.STUDIO, 500 + person, small, 95)) {
        for (int i = 0; i < PER_PERSON; i++) {
          LabelledPatch patch = patches.next();
          Gaze gaze = patch.normalisedGaze();
          String face = "%s/%d.jpg".formatted(subject, i);
          Files.write(data.resolve("faces").resolve(face), patch.jpeg());
          labels.add(
              String.format(
                  Locale.ROOT, "%s %f,%f 0,0 %s", face, gaze.pitchRad(), gaze.yawRad(), face));
        }
      }
    }
    Files.write(data.resolve("train.label"), labels);
  }

  @BeforeEach
  void open() {
    line = new OfflineLine(directory);
  }

  @ParameterizedTest
  @CsvSource({"resnet18,512", "resnet50,2048"})
  void aResNetIsTrainedOnADataSetAsGazeHubWritesIt(String architecture, int features)
      throws Exception {
    line.succeeds(pretrain("@model", "--arch", architecture, "--epochs", "1", "--json"));

    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.get("architecture").textValue()).isEqualTo(architecture);
    assertThat(answer.get("features").intValue()).isEqualTo(features);
    assertThat(answer.get("samples").intValue()).isEqualTo(PEOPLE * PER_PERSON);
    assertThat(answer.get("held_out_persons").intValue()).isEqualTo(2);
    assertThat(answer.get("onnx_difference").doubleValue())
        .isLessThan(1e-4 * Math.max(1, answer.get("onnx_largest_feature").doubleValue()));
    assertThat(line.file("model/checkpoint.safetensors")).doesNotExist();
    ModelDirectory model = ModelDirectory.of(line.file("model"));
    SourceBank bank = SourceBank.read(model.ownBank().orElseThrow());
    assertThat(bank.size()).isEqualTo(PEOPLE * PER_PERSON);
    try (Backbone backbone = model.openBackbone(new BackboneOptions("cpu", 1))) {
      assertThat(backbone.fingerprint()).isEqualTo(bank.backboneFingerprint());
    }
    // Written once, never again.
    line.refuses(ExitCode.FAILED, pretrain("@model", "--arch", architecture), "never overwritten");
  }

  @Test
  void aTrainingThatWasStoppedGoesOnWhereItWas() throws Exception {
    String[] three = {"--epochs", "3", "--no-augment"};
    line.succeeds(pretrain("@whole", three));
    assertThat(line.err()).contains("epoch 1:", "epoch 3:");

    assertThat(stoppedAfter("epoch 1:", pretrain("@stopped", three))).isNotZero();
    assertThat(line.file("stopped/checkpoint.safetensors")).exists();
    assertThat(line.file("stopped/backbone.onnx")).doesNotExist();
    line.refuses(ExitCode.USAGE, pretrain("@stopped", three), "--resume");
    line.refuses(
        ExitCode.FAILED,
        pretrain("@stopped", "--epochs", "3", "--resume"),
        "another training",
        "augmented");
    line.succeeds(pretrain("@stopped", "--epochs", "3", "--no-augment", "--resume"));

    assertThat(line.err()).contains("epoch 2:", "epoch 3:").doesNotContain("epoch 1:");
    assertThat(line.file("stopped/backbone.onnx"))
        .hasSameBinaryContentAs(line.file("whole/backbone.onnx"));
    assertThat(line.file("stopped/bank.safetensors"))
        .hasSameBinaryContentAs(line.file("whole/bank.safetensors"));
    line.refuses(ExitCode.USAGE, pretrain("@nothing", "--resume"), "--resume", "checkpoint");
  }

  @Test
  void beginsWithTheWeightsOfAFile() throws Exception {
    SafetensorsWriter weights = new SafetensorsWriter();
    InitialWeights given = new InitialWeights(99);
    float[] kernel = null;
    for (Parameter parameter : Architecture.SMALL.spec(SIDE).parameters()) {
      float[] values = given.of(parameter);
      weights.f32(
          parameter.name(),
          values,
          parameter.shape().stream().mapToLong(Integer::longValue).toArray());
      kernel = parameter.name().equals("conv1.weight") ? values : kernel;
    }
    weights.write(line.file("weights"));

    // Steps too small to lead anywhere.
    line.succeeds(pretrain("@model", "--weights", "@weights", "--epochs", "1", "--lr", "1e-9"));

    assertThat(written("conv1.weight")).containsExactly(kernel, within(1e-6f));
    line.refuses(
        ExitCode.FAILED,
        pretrain("@larger", "--weights", "@weights", "--arch", "resnet18"),
        "conv1.weight");
  }

  private float[] written(String name) throws Exception {
    ModelProto model = ModelProto.parseFrom(Files.readAllBytes(line.file("model/backbone.onnx")));
    TensorProto tensor =
        model.getGraph().getInitializerList().stream()
            .filter(initializer -> initializer.getName().equals(name))
            .findFirst()
            .orElseThrow();
    FloatBuffer floats =
        tensor.getRawData().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    float[] values = new float[floats.remaining()];
    floats.get(values);
    return values;
  }

  private static String[] pretrain(String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "pretrain",
                "--out",
                out,
                "--images",
                data.resolve("faces").toString(),
                "--labels",
                data.resolve("train.label").toString(),
                "--layout",
                "eth-xgaze",
                "--input-size",
                Integer.toString(SIDE),
                "--batch",
                "8",
                "--hold-out",
                "3",
                "--device",
                "cpu",
                "--threads",
                "1"));
    words.addAll(Arrays.asList(more));
    return words.toArray(String[]::new);
  }

  /** Executes until this is printed, and breaks it off there. */
  private int stoppedAfter(String text, String[] words) {
    String[] arguments = words.clone();
    arguments[2] = line.file(arguments[2].substring(1)).toString();
    StringWriter err =
        new StringWriter() {
          @Override
          public void write(String printed, int from, int length) {
            super.write(printed, from, length);
            if (printed.startsWith(text, from)) {
              throw new IllegalStateException("broken off");
            }
          }
        };
    Console console =
        new Console(new PrintWriter(new StringWriter()), new PrintWriter(err), false, 80, Map.of());
    return Commands.line(console).execute(arguments);
  }
}
