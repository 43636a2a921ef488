package io.gazeshift.trials.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialTableTest {

  @Test
  void aRowTellsWhatWasFoundAndWhatWasChecked() {
    Checks checks = new Checks();
    checks.that("it goes on", true, "");
    checks.equal("all are there", 3, 2);
    Recovery recovery = new Recovery();
    recovery.add(Duration.ofMillis(1500));
    recovery.add(Duration.ofMillis(2500));
    recovery.add(Duration.ofSeconds(9));

    String text = table(TrialResult.of("a | fault", "3", recovery, checks, ""));

    assertThat(text)
        .contains("| a \\| fault | 3 | - | - | - | 2.5 s, longest 9.0 s | **broke** |")
        .contains("it goes on; all are there. all are there: found 2, not 3.")
        .contains("Of 1 faults 0 held, 1 broke");
  }

  @Test
  void oneThatCouldNotBeRunSaysWhy() {
    assertThat(table(TrialResult.notRun("a full disk", "mounting needs root")))
        .contains("| a full disk | 0 | - | - | - | - | not run |")
        .contains("- **a full disk**: not run. mounting needs root.");
  }

  @Test
  void aTrialThatLookedAtNothingHasNotHeld() {
    assertThat(table(TrialResult.of("idle", "1", new Recovery(), new Checks(), "")))
        .contains("**broke**");
  }

  private static String table(TrialResult result) {
    return new TrialTable(
            "./gradlew trials",
            "abc",
            LocalDate.of(2026, 1, 2),
            Duration.ofMinutes(3),
            List.of(result))
        .text();
  }
}
