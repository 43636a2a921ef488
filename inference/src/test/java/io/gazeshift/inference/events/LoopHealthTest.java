package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class LoopHealthTest {

  @Test
  void aFailureIsAProblemUntilTheNextCommit() {
    LoopHealth health = new LoopHealth();
    assertThat(health.problem()).isEmpty();

    health.failed(new KafkaException("gaze.events: not permitted"));
    assertThat(health.problem()).contains("no events are found: gaze.events: not permitted");

    health.goesWell();
    assertThat(health.problem()).isEmpty();
  }

  @Test
  void theLagIsUnknownWhileNothingIsRead() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    EventMeters meters = new EventMeters(registry);
    assertThat(lag(registry)).isNaN();

    meters.lag(7);
    assertThat(lag(registry)).isEqualTo(7);

    meters.lagUnknown();
    assertThat(lag(registry)).isNaN();
  }

  private static double lag(SimpleMeterRegistry registry) {
    return registry.get(EventMeters.LAG.name()).gauge().value();
  }
}
