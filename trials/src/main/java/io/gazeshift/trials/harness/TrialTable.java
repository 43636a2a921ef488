package io.gazeshift.trials.harness;

import io.gazeshift.trials.harness.TrialResult.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;

/** The page of one run: its command, where it ran, and a row for each fault. */
public final class TrialTable {

  private final String command;
  private final String commit;
  private final LocalDate day;
  private final Duration took;
  private final List<TrialResult> results;

  public TrialTable(
      String command, String commit, LocalDate day, Duration took, List<TrialResult> results) {
    this.command = command;
    this.commit = commit;
    this.day = day;
    this.took = took;
    this.results = List.copyOf(results);
  }

  public void write(Path file) throws IOException {
    Files.writeString(file, text());
  }

  String text() {
    return """
    # Trials

    The program as it is shipped, broken on purpose: real processes, a real broker, on the loopback
    of one machine. This page is written by the run itself; do not edit it.

        %s

    Run on %s with the distribution of commit %s, in %d min, on %d cores (load %s). Of %d faults %d held, %d broke, %d
    could not be run here.

    | fault | rounds | acknowledged faces | lost | predicted twice | recovery | outcome |
    | --- | --- | --- | --- | --- | --- | --- |
    %s

    "Recovery" is from the fault until a face captured after it has its committed prediction,
    the restart of the process included (median, longest); where a row says otherwise, from the
    fault until what it names.

    ## What was checked

    %s
    """
        .formatted(
            command,
            day,
            commit,
            Math.max(1, took.toMinutes()),
            Runtime.getRuntime().availableProcessors(),
            load(),
            results.size(),
            count(Outcome.HELD),
            count(Outcome.BROKE),
            count(Outcome.NOT_RUN),
            rows(),
            promises());
  }

  private long count(Outcome outcome) {
    return results.stream().filter(result -> result.outcome() == outcome).count();
  }

  private String rows() {
    return results.stream()
        .map(
            result ->
                "| %s |"
                    .formatted(
                        String.join(
                            " | ",
                            cell(result.fault()),
                            result.rounds(),
                            result.acknowledged(),
                            result.losses(),
                            result.duplicates(),
                            result.recovery(),
                            result.outcome().toString())))
        .collect(Collectors.joining("\n"));
  }

  private String promises() {
    return results.stream().map(TrialTable::promises).collect(Collectors.joining("\n"));
  }

  private static String promises(TrialResult result) {
    String detail = result.detail().isEmpty() ? "" : " " + sentence(result.detail());
    return result.outcome() == Outcome.NOT_RUN
        ? "- **%s**: not run.%s".formatted(cell(result.fault()), cell(detail))
        : "- **%s**: %s%s"
            .formatted(cell(result.fault()), sentence(cell(result.checked())), cell(detail));
  }

  private static String sentence(String words) {
    return words.endsWith(".") ? words : words + ".";
  }

  /** Nothing that would end a cell or a line. */
  private static String cell(String words) {
    return words.replaceAll("\\s+", " ").replace("|", "\\|");
  }

  private static String load() {
    try {
      return Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[1];
    } catch (IOException e) {
      return "unknown";
    }
  }
}
