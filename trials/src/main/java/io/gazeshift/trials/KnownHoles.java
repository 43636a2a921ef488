package io.gazeshift.trials;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.TrialResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Whether a library that is shipped has a hole that is known. The profile audit of the build looks
 * them up in what is known, which somebody must have fetched before.
 */
final class KnownHoles {

  static final String ROW = "intruder: known holes of the libraries";

  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final String ERROR = "[ERROR]";

  /** Of what it says where it finds some. */
  private static final String HOLES = "CVSS score";

  private static final String REMEDY =
      "'./gradlew audit' fetches it from the internet and looks; where it was fetched to is given"
          + " here with --audit-data DIR";

  private KnownHoles() {}

  /** Run from the project's directory, as the build does. */
  static TrialResult row(Plan plan) throws IOException, InterruptedException {
    if (plan.auditData().isEmpty()) {
      return notRun("what is known of holes is not on this machine");
    }
    Path data = plan.auditData().get().toAbsolutePath();
    if (!Files.isDirectory(data) || !Files.exists(Path.of("pom.xml"))) {
      return notRun(
          Files.isDirectory(data)
              ? "it is not run in the project's directory"
              : "--audit-data is no directory");
    }
    Path out = plan.directory("audit").resolve("out.txt");
    Path report = Path.of("target", "audit", "dependency-check-report.json");
    Files.deleteIfExists(report);
    Process audit =
        new ProcessBuilder(
                "mvn",
                "--batch-mode",
                "-Paudit",
                "dependency-check:aggregate",
                "-DautoUpdate=false",
                "-DdataDirectory=" + data)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      if (!audit.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        return notRun("it was not done after %d min".formatted(PATIENCE.toMinutes()));
      }
    } finally {
      audit.descendants().forEach(ProcessHandle::destroyForcibly);
      audit.destroyForcibly();
    }
    boolean found = Files.readString(out).contains(HOLES);
    return Files.exists(report) && (found || audit.exitValue() == 0)
        ? judged(new JsonMapper().readTree(report.toFile()), found)
        : notRun(problem(out));
  }

  static TrialResult judged(JsonNode report, boolean found) {
    Checks checks = new Checks();
    List<JsonNode> libraries =
        StreamSupport.stream(report.path("dependencies").spliterator(), false).toList();
    checks.that("libraries were looked up", !libraries.isEmpty(), "none");
    checks.that(
        "none has a known hole of 7 or more (CVSS)",
        !found,
        libraries.stream()
            .filter(library -> !library.path("vulnerabilities").isEmpty())
            .map(KnownHoles::holes)
            .toList());
    return TrialResult.of(
        ROW,
        "%d libraries".formatted(libraries.size()),
        new Recovery(),
        checks,
        "Known on %s".formatted(known(report)));
  }

  private static String holes(JsonNode library) {
    return library.path("fileName").asText()
        + " "
        + library.path("vulnerabilities").findValuesAsText("name");
  }

  private static String known(JsonNode report) {
    for (JsonNode source : report.path("scanInfo").path("dataSource")) {
      if (source.path("name").asText().contains("Last Modified")) {
        return source.path("timestamp").asText();
      }
    }
    return "a day that it does not tell";
  }

  /** The last that Maven says before it says how to be told more. */
  private static String problem(Path out) throws IOException {
    try (Stream<String> lines = Files.lines(out)) {
      return lines
          .filter(line -> line.startsWith(ERROR))
          .takeWhile(line -> !line.contains("[Help 1]"))
          .map(line -> line.substring(ERROR.length()).strip())
          .reduce("it ended without a report", (before, line) -> line);
    }
  }

  private static TrialResult notRun(String why) {
    return TrialResult.notRun(ROW, why + "; " + REMEDY);
  }
}
