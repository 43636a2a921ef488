package io.gazeshift.inference.events;

import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.TimerSpec;
import io.gazeshift.protocol.v1.FaceEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
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
  private final Map<DomainTarget, Timer> timers = new HashMap<>();

  GlanceTimers(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Events that are no glances count nothing. */
  void committed(FaceEvent event) {
    if (event.hasGlance()) {
      timer(new DomainTarget(event.getDomain(), event.getGlance().getTarget()))
          .record(
              Math.max(0, event.getEndMicros() - event.getStartMicros()), TimeUnit.MICROSECONDS);
    }
  }

  private Timer timer(DomainTarget key) {
    DomainTarget counted =
        timers.containsKey(key) || timers.size() < MOST
            ? key
            : new DomainTarget(CappedTag.OTHER, CappedTag.OTHER);
    return timers.computeIfAbsent(
        counted, missing -> GLANCES.in(registry, missing.domain, missing.target));
  }
}
