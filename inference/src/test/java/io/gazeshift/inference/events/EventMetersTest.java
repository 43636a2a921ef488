package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.protocol.v1.FaceEvent;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventMetersTest {

  private final AtomicLong nanos = new AtomicLong();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final EventMeters meters = new EventMeters(new BoundedMeters(registry, nanos::get));

  @Test
  void eventsAreCountedByKindAndDomainAndGlancesLastAsLongAsTheyDid() {
    meters.committed(
        List.of(
            glance("van", "road", 1_500_000),
            glance("van", "road", 500_000),
            FaceEvent.newBuilder()
                .setDomain("van")
                .setAlert(FaceEvent.Alert.newBuilder().setRule("eyes-off-road"))
                .build()));

    assertThat(EventMeters.EVENTS.in(registry, "glance", "van").count()).isEqualTo(2);
    assertThat(EventMeters.EVENTS.in(registry, "alert", "van").count()).isEqualTo(1);
    assertThat(EventMeters.ALERTS.in(registry, "van", "eyes-off-road").count()).isEqualTo(1);
    Timer road = GlanceTimers.GLANCES.in(registry, "van", "road");
    assertThat(road.count()).isEqualTo(2);
    assertThat(road.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(2000);
  }

  @Test
  void namesThatRecordsInventAreBounded() {
    meters.committed(
        IntStream.range(0, 2 * GlanceTimers.MOST)
            .mapToObj(i -> glance("d" + i % 10, "t" + i, 1_000_000))
            .toList());

    assertThat(registry.find(GlanceTimers.GLANCES.name()).timers()).hasSize(GlanceTimers.MOST + 1);
    assertThat(GlanceTimers.GLANCES.in(registry, CappedTag.OTHER, CappedTag.OTHER).count())
        .isEqualTo(GlanceTimers.MOST);
  }

  @Test
  void glancesOfARealDomainAreCountedOnceInventedOnesWentSilent() {
    meters.committed(
        IntStream.range(0, 2 * GlanceTimers.MOST)
            .mapToObj(i -> glance("d" + i, "t" + i, 1_000_000))
            .toList());
    assertThat(registry.find(EventMeters.EVENTS.name()).counters()).hasSize(CappedTag.USUAL + 1);
    assertThat(registry.find(GlanceTimers.GLANCES.name()).timers()).hasSize(CappedTag.USUAL + 1);

    nanos.addAndGet(Duration.ofHours(1).toNanos());
    IntStream.range(0, CappedTag.USUAL)
        .forEach(i -> meters.committed(List.of(glance("van" + i, "road", 1_000_000))));
    // Dropped and back: the timer of before is gone from the registry.
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    meters.committed(List.of(glance("d0", "t0", 1_000_000)));

    assertThat(registry.get(EventMeters.EVENTS.name()).tag("domain", "van7").counter().count())
        .isEqualTo(1);
    assertThat(registry.get(GlanceTimers.GLANCES.name()).tag("domain", "d0").timer().count())
        .isEqualTo(1);
    assertThat(registry.find(EventMeters.EVENTS.name()).counters()).hasSize(CappedTag.USUAL + 1);
    assertThat(registry.find(GlanceTimers.GLANCES.name()).timers()).hasSize(CappedTag.USUAL + 1);
  }

  @Test
  void theLagIsUnknownWhileNothingIsRead() {
    assertThat(lag()).isNaN();

    meters.lag(7);
    assertThat(lag()).isEqualTo(7);

    meters.lagUnknown();
    assertThat(lag()).isNaN();
  }

  private double lag() {
    return registry.get(EventMeters.LAG.name()).gauge().value();
  }

  private static FaceEvent glance(String domain, String target, long micros) {
    return FaceEvent.newBuilder()
        .setDomain(domain)
        .setStartMicros(1_000_000)
        .setEndMicros(1_000_000 + micros)
        .setGlance(FaceEvent.Glance.newBuilder().setTarget(target))
        .build();
  }
}
