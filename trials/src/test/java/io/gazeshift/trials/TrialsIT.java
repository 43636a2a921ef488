package io.gazeshift.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialResult.Outcome;
import io.gazeshift.trials.harness.TrialSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A short selection of the trials; 'gradlew trials' runs them all, at length. */
class TrialsIT {

  private static final int ROUNDS = 2;
  private static final int RECORDS = 2_000;
  private static final List<String> SHORT = List.of("stops", "hostile", "intruder");

  @TempDir static Path scratch;
  private static TrialPlan plan;

  @BeforeAll
  static void plan() throws InterruptedException {
    plan =
        TrialPlan.of(
            scratch,
            new TrialSize(ROUNDS, RECORDS, Duration.ofSeconds(5), Duration.ofSeconds(10)),
            1,
            Optional.empty());
  }

  static Stream<String> faults() {
    return Trials.ALL.stream().map(InjectedFault::name).filter(SHORT::contains);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void everyPromiseHolds(String name) throws Exception {
    InjectedFault fault =
        Trials.ALL.stream().filter(each -> each.name().equals(name)).findFirst().get();
    List<TrialResult> results = fault.inflict(plan);
    assertThat(results).anyMatch(result -> result.outcome() == Outcome.HELD);
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.outcome())
                    .as(Trials.line(result))
                    // What cannot be run here says so in its row.
                    .isIn(Outcome.HELD, Outcome.NOT_RUN));
  }
}
