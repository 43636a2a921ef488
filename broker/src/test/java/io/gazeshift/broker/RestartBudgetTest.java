package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestartBudgetTest {

  private static final RestartPolicy POLICY =
      new RestartPolicy(3, Duration.ofMinutes(10), Duration.ofSeconds(1), Duration.ofSeconds(2));

  private Instant now = Instant.EPOCH;
  private final RestartBudget budget = new RestartBudget(POLICY, () -> now);

  @Test
  void waitsLongerEachTimeAndThenGivesUp() {
    assertThat(budget.take()).contains(Duration.ofSeconds(1));
    assertThat(budget.take()).contains(Duration.ofSeconds(2));
    assertThat(budget.take()).contains(Duration.ofSeconds(2));
    assertThat(budget.take()).isEmpty();
  }

  @Test
  void aDeathNowAndThenIsAlwaysFollowedByAQuickRestart() {
    for (int day = 0; day < 30; day++) {
      now = now.plus(Duration.ofDays(1));
      assertThat(budget.take()).contains(Duration.ofSeconds(1));
    }
  }

  @Test
  void aRestartCountsForAsLongAsTheWindow() {
    budget.take();
    now = now.plus(Duration.ofMinutes(9));
    budget.take();
    budget.take();
    assertThat(budget.take()).isEmpty();

    now = now.plus(Duration.ofMinutes(2));
    assertThat(budget.take()).isPresent();
    assertThat(budget.take()).isEmpty();
  }
}
