package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gauges of one spec, one for each combination of tags, with values set by the caller.
 * Thread-safe.
 */
public final class TaggedGauges {

  private static final class Level {
    private final Gauge gauge;
    private volatile double value = Double.NaN;

    Level(GaugeSpec spec, MeterRegistry registry, String... values) {
      this.gauge = spec.in(registry, () -> value, values);
    }
  }

  private final GaugeSpec spec;
  private final MeterRegistry registry;
  private final Map<List<String>, Level> byTags = new ConcurrentHashMap<>();

  public TaggedGauges(GaugeSpec spec, MeterRegistry registry) {
    this.spec = spec;
    this.registry = registry;
  }

  /** From now on it is so. */
  public void set(double value, String... values) {
    byTags.computeIfAbsent(List.of(values), tags -> new Level(spec, registry, values)).value =
        value;
  }

  /** There is nothing to tell any more. */
  public void remove(String... values) {
    Level level = byTags.remove(List.of(values));
    if (level != null) {
      registry.remove(level.gauge);
    }
  }
}
