package io.gazeshift.trials.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialTableTest {

  @TempDir Path directory;

  @Test
  void aRowTellsWhatWasFoundAndWhatWasChecked() throws IOException {
    Checks checks = new Checks();
    checks.that("it goes on", true, "");
    checks.equal("all are there", 3, 2);
    Recovery recovery = new Recovery();
    recovery.add(Duration.ofMillis(1500));
    recovery.add(Duration.ofMillis(2500));
    recovery.add(Duration.ofSeconds(9));

    String text = table(TrialResult.of("a | fault", "3", recovery, checks, ""));

    assertThat(text)
        .contains(
            "| a \\| fault | 3 | - | - | - | 2.5 s, longest 9.0 s | **broke** | abc | 2026-01-02 |")
        .contains("it goes on; all are there. all are there: found 2, not 3.")
        .contains("Of 1 rows 0 held, 1 broke");
  }

  @Test
  void oneThatCouldNotBeRunSaysWhy() throws IOException {
    assertThat(table(TrialResult.notRun("a full disk", "mounting needs root")))
        .contains("| a full disk | 0 | - | - | - | - | not run | abc | 2026-01-02 |")
        .contains("| a full disk | not run. mounting needs root. |");
  }

  @Test
  void aTrialThatLookedAtNothingHasNotHeld() throws IOException {
    assertThat(table(TrialResult.of("idle", "1", new Recovery(), new Checks(), "")))
        .contains("**broke**");
  }

  @Test
  void aFaultThatIsRunAloneLeavesTheRowsOfTheOthers() throws IOException {
    Path file = directory.resolve("trials.json");
    List<String> faults = List.of("crash", "disk", "soak");
    TrialLog.read(file, faults).put("disk", run("old", held("disk: full")));
    TrialLog.read(file, faults).put("crash", run("abc", held("crash: of infer")));
    TrialLog later = TrialLog.read(file, faults);
    later.put("disk", run("def", held("disk: full")));

    String text = new TrialTable(later).text();

    assertThat(text)
        .containsSubsequence(
            "| crash: of infer | 1 | - | - | - | - | held | abc | 2026-01-02 |",
            "| disk: full | 1 | - | - | - | - | held | def | 2026-01-02 |",
            "| soak | 0 | - | - | - | - | not run | - | - |",
            "| crash | `./gradlew trials` | 3 min | 2 cores, load 1.5 |",
            "| soak | never | - | - |")
        .doesNotContain("old");
    assertThat(new TrialTable(TrialLog.read(file, faults)).text()).isEqualTo(text);
  }

  private static TrialResult held(String fault) {
    Checks checks = new Checks();
    checks.that("it goes on", true, "");
    return TrialResult.of(fault, "1", new Recovery(), checks, "");
  }

  private static TrialRun run(String commit, TrialResult row) {
    return new TrialRun("./gradlew trials", commit, "2026-01-02", 3, 2, "1.5", List.of(row));
  }

  private String table(TrialResult result) throws IOException {
    TrialLog log = TrialLog.read(directory.resolve("one.json"), List.of("one"));
    log.put("one", run("abc", result));
    return new TrialTable(log).text();
  }
}
