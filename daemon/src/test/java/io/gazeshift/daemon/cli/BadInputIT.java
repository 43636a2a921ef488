package io.gazeshift.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.testing.ProgramProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user gets wrong gives one clear line and an exit code, not a stack trace. */
class BadInputIT {

  @TempDir private Path home;

  @Test
  void brokenYamlNamesTheFileAndTheLine() throws Exception {
    Files.writeString(home.resolve("gazeshift.yaml"), "broker:\n  port: [1, 2\ncameras: }\n");
    ProgramProcess program = ProgramProcess.run(home, Map.of(), "config");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(2);
    assertOneLine(program, "gazeshift.yaml:3");
  }

  @Test
  void anUnknownKeyIsNamedWithTheOneThatWasMeant() throws Exception {
    Files.writeString(home.resolve("gazeshift.yaml"), "broker:\n  prot: 9092\n");
    ProgramProcess program = ProgramProcess.run(home, Map.of(), "run");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(2);
    assertOneLine(program, "broker.prot", "broker.port");
  }

  @Test
  void anUnreachableBrokerIsNamed() throws Exception {
    ProgramProcess program =
        ProgramProcess.run(home, Map.of(), "models", "list", "--kafka", "127.0.0.1:1");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(1);
    assertOneLine(program, "kafka.bootstrap", "127.0.0.1:1", "refused");
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ProgramProcess program =
          ProgramProcess.run(
              home, Map.of(), "broker", "--set", "broker.port=" + taken.getLocalPort());
      assertThat(program.exitCode()).as(program::toString).isEqualTo(1);
      assertOneLine(program, "broker.port", String.valueOf(taken.getLocalPort()), "in use");
    }
  }

  @Test
  void aDataDirectoryThatCannotBeWrittenIsNamed() throws Exception {
    // /proc refuses everybody, root as well.
    ProgramProcess program =
        ProgramProcess.run(home, Map.of(), "demo", "--data-dir", "/proc/gazeshift");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(1);
    assertOneLine(program, "broker.data-dir", "/proc/gazeshift");
  }

  @Test
  void aRoleWithoutCamerasSaysWhatToAdd() throws Exception {
    ProgramProcess program = ProgramProcess.run(home, Map.of(), "ingest");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(2);
    assertOneLine(program, "cameras");
  }

  @Test
  void anUnknownCameraSourceIsNamedWithoutItsPassword() throws Exception {
    ProgramProcess program =
        ProgramProcess.run(
            home,
            Map.of(),
            "ingest",
            "--set",
            "cameras[0].id=door",
            "--set",
            "cameras[0].source=rstp://admin:hunter2@10.0.0.7/live");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(2);
    assertOneLine(program, "door", "rstp://", "10.0.0.7", "perhaps rtsp:");
    assertThat(program.toString()).doesNotContain("hunter2");
  }

  @Test
  void aKafkaPropertyThatNoClientTakesIsNamed() throws Exception {
    ProgramProcess program =
        ProgramProcess.run(home, Map.of(), "infer", "--set", "kafka.properties.retries=0");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(2);
    assertOneLine(program, "kafka.properties", "retries");
  }

  @Test
  void followingWhereNothingRunsSaysHowToFindWhatDoes() throws Exception {
    ProgramProcess program = ProgramProcess.run(home, Map.of(), "tail", "predictions");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(1);
    assertOneLine(program, "no broker is running at", "--kafka", "--from-start");
  }

  @Test
  void verboseShowsTheTrace() throws Exception {
    ProgramProcess program =
        ProgramProcess.run(home, Map.of(), "models", "list", "--kafka", "127.0.0.1:1", "--verbose");
    assertThat(program.exitCode()).isEqualTo(1);
    assertThat(program.err()).contains("\tat io.gazeshift.");
  }

  @Test
  void anUnknownCommandPointsToHelp() throws Exception {
    ProgramProcess program = ProgramProcess.run(home, Map.of(), "dmeo");
    assertThat(program.exitCode()).isEqualTo(2);
    assertThat(program.err()).contains("dmeo").contains("demo").contains("gazeshift --help");
  }

  private static void assertOneLine(ProgramProcess program, String... parts) throws IOException {
    assertThat(program.err().lines().filter(line -> !line.isBlank()))
        .as(program::toString)
        .hasSize(1)
        .first()
        .asString()
        .startsWith("gazeshift: ")
        .contains(parts);
    assertThat(program.err()).doesNotContain("\tat ");
  }
}
