package io.gazeshift.trials.harness;

import io.gazeshift.trials.harness.TrialResult.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page: how each fault was run last, a row for each kind of it, and what was checked. */
public final class TrialTable {

  private final TrialLog log;

  public TrialTable(TrialLog log) {
    this.log = log;
  }

  public void write(Path file) throws IOException {
    Files.writeString(file, text());
  }

  String text() {
    return """
    # Trials

    The distribution, broken on purpose: real processes and a real broker, on the loopback
    interface of one machine. `./gradlew trials` writes this page from
    `trials/results/trials.json`, which has the newest run of every fault; do not edit either.

    ```
    ./gradlew trials                            # all faults: takes hours
    ./gradlew trials --args="--short"           # all faults, less often: 40 minutes
    ./gradlew trials --args="--only crash"      # one fault; the other rows stay
    ./gradlew trials --args="--render"          # no fault; rewrites this page
    ```

    | size | rounds | damaged records on each topic | fuzzing of decoders | soak |
    | --- | --- | --- | --- | --- |
    | full | %s |
    | `--short` | %s |

    Faults that take long are injected a fifth to a twenty-fifth of the rounds, at least once. The
    column "rounds" below has what was really done.

    [Defects that the trials found](2026-11-18-trials-defects.md) lists what broke and the fixes.

    Of %d rows %d held, %d broke, %d could not be run. "Commit" is the distribution's commit.

    | fault | rounds | acknowledged faces | lost | predicted twice | recovery | outcome | commit | day |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    %s

    "Recovery" is the time from the fault until every camera has a committed prediction of a face
    captured after it, including the restart of the process (median, longest). Where a row names
    another event, it is the time until that event.

    ## How it was run

    | fault | command | took | machine |
    | --- | --- | --- | --- |
    %s

    "Load" is the load average at the end of the run. Every process runs as `bin/gazeshift` starts
    it after `bin/gazeshift-prepare` (before it, where the disk of the model cache fails), without
    options for Java. Only where a row judges memory (network, poison, hostile, overload, soak,
    intruder) is its heap limited to 512 MiB, so that growth shows; and the brokers of the cluster, of
    which three share the machine, have 256 MiB and compile once (`-XX:TieredStopAtLevel=1`).

    ## What was checked

    | fault | checked |
    | --- | --- |
    %s
    """
        .formatted(
            size(TrialSize.FULL),
            size(TrialSize.SHORT),
            results().count(),
            count(Outcome.HELD),
            count(Outcome.BROKE),
            count(Outcome.NOT_RUN),
            lines(log.faults().stream().flatMap(this::rows)),
            lines(log.faults().stream().map(this::how)),
            lines(results().map(TrialTable::promises)));
  }

  private static String size(TrialSize size) {
    return "%d | %,d | %d s | %d min"
        .formatted(size.rounds(), size.records(), size.fuzz().toSeconds(), size.soak().toMinutes());
  }

  private Stream<TrialResult> results() {
    return log.faults().stream().flatMap(fault -> resultsOf(fault).stream());
  }

  private List<TrialResult> resultsOf(String fault) {
    return log.newest(fault)
        .map(TrialRun::rows)
        .orElseGet(() -> List.of(TrialResult.notRun(fault, "no run is recorded")));
  }

  private long count(Outcome outcome) {
    return results().filter(result -> result.outcome() == outcome).count();
  }

  private Stream<String> rows(String fault) {
    Optional<TrialRun> run = log.newest(fault);
    return resultsOf(fault).stream()
        .map(
            result ->
                row(
                    result.fault(),
                    result.rounds(),
                    result.acknowledged(),
                    result.losses(),
                    result.duplicates(),
                    result.recovery(),
                    result.outcome().toString(),
                    run.map(TrialRun::commit).orElse("-"),
                    run.map(TrialRun::day).orElse("-")));
  }

  private String how(String fault) {
    return log.newest(fault)
        .map(
            run ->
                row(
                    fault,
                    "`%s`".formatted(run.command()),
                    run.minutes() + " min",
                    "%d cores, load %s".formatted(run.cores(), run.load())))
        .orElseGet(() -> row(fault, "never", "-", "-"));
  }

  private static String promises(TrialResult result) {
    String detail = result.detail().isEmpty() ? "" : " " + sentence(result.detail());
    String checked = result.outcome() == Outcome.NOT_RUN ? "not run." : sentence(result.checked());
    return row(result.fault(), checked + detail);
  }

  private static String sentence(String words) {
    return words.endsWith(".") ? words : words + ".";
  }

  private static String lines(Stream<String> all) {
    return all.collect(Collectors.joining("\n"));
  }

  private static String row(String... cells) {
    return Stream.of(cells).map(TrialTable::cell).collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** Nothing that would end a cell or a line. */
  private static String cell(String words) {
    return words.replaceAll("\\s+", " ").replace("|", "\\|");
  }
}
