package io.gazeshift.trials;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.TrialPlan;
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
 * Checks the shipped libraries for known vulnerabilities. The build profile {@code audit} looks
 * them up in vulnerability data that must have been downloaded before.
 */
final class KnownVulnerabilities {

  static final String ROW = "intruder: known vulnerabilities of the libraries";

  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final String ERROR = "[ERROR]";

  /** Of what it says where it finds some. */
  private static final String SCORE_TEXT = "CVSS score";

  private static final String REMEDY =
      "'./gradlew audit' downloads the vulnerability data and checks the libraries;"
          + " pass its directory with --audit-data DIR";

  private KnownVulnerabilities() {}

  /** Run from the project's directory, as the build does. */
  static TrialResult row(TrialPlan plan) throws IOException, InterruptedException {
    if (plan.auditData().isEmpty()) {
      return notRun("the vulnerability data is not available");
    }
    Path data = plan.auditData().get().toAbsolutePath();
    if (!Files.isDirectory(data) || !Files.exists(Path.of("pom.xml"))) {
      return notRun(
          Files.isDirectory(data)
              ? "run it in the project's directory"
              : "--audit-data is not a directory");
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
        return notRun("it did not finish within %d min".formatted(PATIENCE.toMinutes()));
      }
    } finally {
      audit.descendants().forEach(ProcessHandle::destroyForcibly);
      audit.destroyForcibly();
    }
    boolean found = Files.readString(out).contains(SCORE_TEXT);
    return Files.exists(report) && (found || audit.exitValue() == 0)
        ? judged(new JsonMapper().readTree(report.toFile()), found)
        : notRun(problem(out));
  }

  static TrialResult judged(JsonNode report, boolean found) {
    Checks checks = new Checks();
    List<JsonNode> libraries =
        StreamSupport.stream(report.path("dependencies").spliterator(), false).toList();
    checks.that("libraries were checked", !libraries.isEmpty(), "none");
    checks.that(
        "no library has a known vulnerability with a CVSS score of 7 or more",
        !found,
        libraries.stream()
            .filter(library -> !library.path("vulnerabilities").isEmpty())
            .map(KnownVulnerabilities::holes)
            .toList());
    return TrialResult.of(
        ROW,
        "%d libraries".formatted(libraries.size()),
        new Recovery(),
        checks,
        "Vulnerability data of %s".formatted(known(report)));
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
    return "an unknown date";
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
