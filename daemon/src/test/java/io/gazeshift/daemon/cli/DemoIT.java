package io.gazeshift.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.testing.ProgramProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a newcomer runs it. */
class DemoIT {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Pattern AT_WORK =
      Pattern.compile("(?m)^(lab|vehicle) +(?!0\\.0 )[\\d.]+ frames/s   latency p50 ");

  @TempDir private Path home;

  @Test
  void tellsTheErrorOfEachCameraAndSumsUp() throws Exception {
    try (ProgramProcess demo =
        ProgramProcess.start(
            home, Map.of(), "demo", "--duration", "12s", "--seed", "2", "--check")) {
      // Too short for a head to be adapted.
      assertThat(demo.waitFor(LONG)).as(demo::toString).isEqualTo(1);
      assertThat(linesAtWork(demo.out())).as(demo::toString).isPositive();
      assertThat(demo.out())
          .containsPattern("\nlab .* error +[\\d.]+°   \\(source head +[\\d.]+°\\)   head 0\n")
          .containsPattern("\n\\d+ predictions\\.")
          .containsPattern(
              "DOMAIN +HEAD +SECONDS +FACES +SOURCE HEAD +SHRUNK +PRIOR ALONE +SOURCE \\+ OFFSET")
          .containsPattern("\nlab +0( +\\d+){2}( +[\\d.]+°){5} +-\n")
          .containsPattern("\nvehicle +0( +\\d+){2}( +[\\d.]+°){5} +-\n")
          .containsPattern("\nlab: (head \\d|no head)")
          .containsPattern("\nTRUE TARGET +FACES +screen +elsewhere\nscreen +\\d+ +\\d+")
          .containsPattern("\nTRUE TARGET +FACES +road +left-mirror .*\nroad +\\d+ +\\d+")
          .containsPattern("\nvehicle: the source head named the true target of \\d+ % of \\d+ ")
          .containsPattern("\nlab: points on 'screen' are off by \\d+ mm or \\d+ px, ")
          .containsPattern("\ncheck: vehicle FAILS: no head was adapted\\.");
      assertThat(demo.err()).as(demo::toString).isBlank();
    }
  }

  @Test
  void canBeTailedSurvivesTheDeathOfItsBrokerAndStopsCleanlyOnCtrlC() throws Exception {
    try (ProgramProcess demo =
        ProgramProcess.start(
            home,
            Map.of(),
            "demo",
            "--duration=10m",
            "--set=cameras[0].id=lab",
            "--set=cameras[0].source=synthetic:lab",
            "--set=cameras[0].fps=8")) {
      await().atMost(LONG).until(() -> linesAtWork(demo.out()) > 0 || !demo.isAlive());
      assertThat(demo.isAlive()).as(demo::toString).isTrue();
      assertThat(demo.handle().descendants()).as("the broker is a child process").isNotEmpty();

      // No --kafka: the data directory says where the running broker is.
      String dataDir = home.resolve("state/gazeshift/demo").toString();
      ProgramProcess tail =
          ProgramProcess.run(
              home, Map.of(), "tail", "predictions", "-n", "5", "--json", "--data-dir", dataDir);
      assertThat(tail.exitCode()).as(tail::toString).isZero();
      assertThat(tail.out().lines())
          .hasSize(5)
          .allSatisfy(line -> assertThat(line).contains("\"pitchRad\":").contains("\"yawRad\":"));

      demo.handle().descendants().forEach(ProcessHandle::destroyForcibly);
      await().atMost(LONG).until(() -> demo.err().contains("the broker is running again"));
      long before = linesAtWork(demo.out());
      await().atMost(LONG).until(() -> linesAtWork(demo.out()) > before);

      List<ProcessHandle> children = demo.handle().descendants().toList();
      assertThat(children).as("the broker that is back").isNotEmpty();
      demo.interrupt();
      assertThat(demo.waitFor(LONG)).as(demo::toString).isZero();
      assertThat(demo.out()).contains("Mean angle to the true gaze");
      await().atMost(LONG).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  @Test
  void stoppedBeforeTheFirstPredictionItEndsWithSuccess() throws Exception {
    // Every face is too old to be predicted.
    try (ProgramProcess demo =
        ProgramProcess.start(home, Map.of(), "demo", "--set=infer.max-age=1ms")) {
      await().atMost(LONG).until(() -> demo.out().contains("Kafka at") || !demo.isAlive());
      demo.interrupt();
      assertThat(demo.waitFor(LONG)).as(demo::toString).isZero();
      assertThat(demo.out()).contains("Stopped before the first prediction.");
      assertThat(demo.err()).as(demo::toString).doesNotContain("gazeshift: ");
    }
  }

  @Test
  void rolesThatStartTogetherOnOneDirectoryShareOneBroker() throws Exception {
    String dataDir = home.resolve("shared").toString();
    try (ProgramProcess infer =
            ProgramProcess.start(
                home, Map.of(), "infer", "--data-dir", dataDir, "--set", "infer.model=studio");
        ProgramProcess ingest =
            ProgramProcess.start(
                home,
                Map.of("GAZESHIFT_CAMERAS_0_ID", "cam0"),
                "ingest",
                "--data-dir",
                dataDir,
                "--set",
                "cameras[0].source=synthetic:lab",
                "--set",
                "cameras[0].fps=5")) {
      await()
          .atMost(LONG)
          .until(
              () ->
                  (infer.out().contains("Kafka at") && ingest.out().contains("Kafka at"))
                      || !infer.isAlive()
                      || !ingest.isAlive());
      ProgramProcess tail =
          ProgramProcess.run(home, Map.of(), "tail", "-n", "3", "--data-dir", dataDir);
      assertThat(tail.exitCode()).as(() -> tail + "\n" + infer + "\n" + ingest).isZero();
      assertThat(tail.out().lines()).hasSize(3).allMatch(line -> line.contains("cam0"));
    }
  }

  /** How often a camera was seen at work. */
  private static long linesAtWork(String output) {
    return AT_WORK.matcher(output).results().count();
  }
}
