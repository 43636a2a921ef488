package io.gazeshift.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackOffTest {

  @Test
  void waitsDoubleUpToTheLimitAndStayThere() {
    BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofMillis(500));

    List<Long> waits = Stream.generate(backOff::next).limit(6).map(Duration::toMillis).toList();

    assertThat(waits).containsExactly(100L, 200L, 400L, 500L, 500L, 500L);
  }

  @Test
  void aSuccessStartsFromTheShortestWaitAgain() {
    BackOff backOff = new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(1));
    backOff.next();
    backOff.next();

    backOff.reset();

    assertThat(backOff.next()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aLimitEqualToTheFirstWaitKeepsItConstant() {
    BackOff backOff = new BackOff(Duration.ofSeconds(3), Duration.ofSeconds(3));

    assertThat(Stream.generate(backOff::next).limit(3)).containsOnly(Duration.ofSeconds(3));
  }

  @Test
  void itNeverOverflowsHoweverLongItIsUsed() {
    BackOff backOff = new BackOff(Duration.ofMillis(1), Duration.ofDays(10_000));

    Stream.generate(backOff::next).limit(1000).forEach(wait -> assertThat(wait).isPositive());

    assertThat(backOff.next()).isEqualTo(Duration.ofDays(10_000));
  }

  @Test
  void waitsThatAreNotPositiveOrShrinkAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BackOff(Duration.ZERO, Duration.ofSeconds(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BackOff(Duration.ofSeconds(-1), Duration.ofSeconds(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BackOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .withMessageContaining("PT2S");
  }
}
