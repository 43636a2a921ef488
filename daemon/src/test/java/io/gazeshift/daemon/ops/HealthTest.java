package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HealthTest {

  private final Health health = new Health();

  @Test
  void aProcessThatHasNotSaidWhatItNeedsIsAliveAndNotReady() {
    assertThat(health.readiness().status()).isEqualTo(503);
    assertThat(health.isReady()).isFalse();
    assertThat(health.aliveness().status()).isEqualTo(200);
    assertThat(health.told().at("/ready/status").asText()).isEqualTo("not ready");
  }

  @Test
  void itIsReadyWhileAllConditionsHold() {
    AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    health.ready("roles", Optional::empty);
    health.ready("broker", problem::get);
    assertThat(health.readiness().status()).isEqualTo(200);
    assertThat(health.isReady()).isTrue();

    problem.set(Optional.of("no answer"));
    assertThat(health.readiness().status()).isEqualTo(503);
    assertThat(health.isReady()).isFalse();
  }
}
