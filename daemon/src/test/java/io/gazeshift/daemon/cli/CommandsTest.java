package io.gazeshift.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandsTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      Commands.line(new Console(new PrintWriter(out), new PrintWriter(err), false, 80, Map.of()));

  @Test
  void helpListsEveryCommandUnderWhatItIsFor() {
    assertThat(line.execute("--help")).isZero();
    assertThat(out.toString()).contains("Try it:", "Run it:", "Look at it:", "Set it up:");
    assertThat(Commands.groups().named())
        .containsExactlyInAnyOrderElementsOf(line.getSubcommands().keySet());
  }

  @Test
  void everyCommandHasHelpOfItsOwn() {
    for (String command : line.getSubcommands().keySet()) {
      out.getBuffer().setLength(0);
      assertThat(line.execute(command, "--help")).as(command).isZero();
      assertThat(out.toString()).contains("Usage: gazeshift " + command);
    }
  }

  @Test
  void aNamedCommandIsReadAlone() {
    for (String command : line.getSubcommands().keySet()) {
      if (!command.equals("bench")) { // another module's
        assertThat(Commands.line(Console.system(), command, "--help").getSubcommands().keySet())
            .containsExactly(command);
      }
    }
    assertThat(Commands.line(Console.system(), "modles").getSubcommands().keySet())
        .isEqualTo(line.getSubcommands().keySet());
  }

  @Test
  void anOldNameIsAnErrorThatNamesTheNewOne() {
    assertRenamed("gazeshift glances", "calibration", "run", "--domain", "lab");
    assertRenamed("gazeshift calibrate-lens", "calibrate", "pictures", "--out", "cam0.yaml");
    assertRenamed("gazeshift adapt --validation", "adapt", "--calibration", "others");
    assertRenamed("gazeshift predict --lens-calibration", "predict", "a.png", "--calibration=x");
    assertThat(RenamedCommands.HINTS).hasSize(4);
  }

  private void assertRenamed(String now, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(line.execute(arguments)).isEqualTo(2);
    assertThat(err.toString())
        .contains("was renamed in 0.2.0; use '" + now + "'")
        .doesNotContain("Did you mean");
  }

  @Test
  void withoutACommandItSaysWhatIsMissing() {
    assertThat(line.execute()).isEqualTo(2);
    assertThat(err.toString()).contains("gazeshift --help");
  }

  @Test
  void versionNamesTheLibrariesThatDecideWhatItCanDo() {
    assertThat(line.execute("version")).isZero();
    assertThat(out.toString())
        .contains("gazeshift", "Java", "Kafka", "OpenCV", "DJL", "ONNX Runtime", "PyTorch")
        .doesNotContain("unknown\n");
  }

  @Test
  void configShowsValueAndOriginAndNoSecret() {
    int code =
        line.execute(
            "config",
            "--kafka",
            "broker:9092",
            "--set",
            "kafka.properties.ssl.key.password=hunter2",
            "--set",
            "infer.threads=2");
    assertThat(code).as(err::toString).isZero();
    assertThat(out.toString())
        .containsPattern("kafka.bootstrap +broker:9092 +--kafka")
        .containsPattern("infer.threads +2 +--set")
        .containsPattern("broker.port +0 +default")
        .doesNotContain("hunter2");
  }

  @Test
  void theExampleFileHasEveryKey() {
    assertThat(line.execute("config", "--example")).isZero();
    assertThat(out.toString()).contains("broker:", "kafka:", "cameras:", "infer:", "ingest:");
  }

  @Test
  void benchMeasuresInferenceUnlessToldOtherwise() {
    assertThat(line.getSubcommands().get("bench").getSubcommands())
        .containsOnlyKeys(
            "infer", "rollback", "stream", "ingest", "adapt", "glsge", "gate", "targets");
    assertThat(line.execute("bench", "--rounds", "-1")).isEqualTo(2);
    assertThat(line.execute("bench", "infer", "--rounds", "-1")).isEqualTo(2);
    assertThat(err.toString().split("--rounds, --seconds and --swaps must be 0 or more", -1))
        .hasSize(3);
  }

  @Test
  void aKeyIsMadeOnceAndNeverOverwritten(@TempDir Path dir) {
    String out = dir.resolve("keys").toString();
    assertThat(line.execute("keys", "generate", "--out", out)).isZero();
    assertThat(line.execute("keys", "generate", "--out", out)).isEqualTo(1);
    assertThat(err.toString()).contains("gazeshift.pub.pem: already exists");
  }

  @Test
  void anUnknownScenarioIsRejectedWithThoseThereAre() {
    assertThat(line.execute("bench", "glsge", "--scenarios", "night")).isEqualTo(2);
    assertThat(err.toString()).contains("--scenarios: unknown scenario 'night'", "both-easy");
  }

  @Test
  void aGateIsTriedOnKnownScenariosAndAtLeastOneSeed() {
    assertThat(line.execute("bench", "gate", "--scenarios", "night")).isEqualTo(2);
    assertThat(line.execute("bench", "gate", "--seeds", "0")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--scenarios: unknown scenario 'night'", "broken-camera", "--seeds: at least 1");
  }
}
