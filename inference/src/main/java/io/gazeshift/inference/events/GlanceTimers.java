package io.gazeshift.inference.events;

import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.TimerSpec;
import io.gazeshift.protocol.v1.FaceEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Durations of glances. Their names come from records, so their number is bounded. For one thread.
 */
final class GlanceTimers {

  static final TimerSpec GLANCES =
      TimerSpec.millis(
          "gazeshift.target.glances",
          LongStream.of(200, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 30_000),
          "Durations of committed glances at targets",
          "domain",
          "target");

  /** Pairs of domain and target that one process tells apart. */
  static final int MOST = 500;

  private record DomainTarget(String domain, String target) {}

  private final MeterRegistry registry;
  private final Map<DomainTarget, Timer> timers = new ConcurrentHashMap<>();

  GlanceTimers(MeterRegistry registry) {
    this.registry = registry;
    registry.config().onMeterRemoved(gone -> timers.values().removeIf(timer -> timer == gone));
  }

  /**
   * Events that are no glances count nothing.
   *
   * @param domain one of a bounded number of names
   */
  void committed(String domain, FaceEvent event) {
    if (event.hasGlance()) {
      timer(new DomainTarget(domain, event.getGlance().getTarget()))
          .record(
              Math.max(0, event.getEndMicros() - event.getStartMicros()), TimeUnit.MICROSECONDS);
    }
  }

  private Timer timer(DomainTarget key) {
    Timer known = timers.get(key);
    if (known != null) {
      return known;
    }
    if (key.domain.equals(CappedTag.OTHER) || timers.size() >= MOST) {
      return GLANCES.in(registry, CappedTag.OTHER, CappedTag.OTHER);
    }
    Timer made = GLANCES.in(registry, key.domain, key.target);
    timers.put(key, made);
    return made;
  }
}
