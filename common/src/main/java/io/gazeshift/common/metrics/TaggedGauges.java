package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The gauges of one spec, one for each combination of tags, with values set by the caller. One
 * thread sets them; any may remove them, here or from the registry.
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
    registry
        .config()
        .onMeterRemoved(gone -> byTags.values().removeIf(level -> level.gauge == gone));
  }

  /** From now on it is so. */
  public void set(double value, String... values) {
    List<String> tags = List.of(values);
    Level level = byTags.get(tags);
    if (level == null) {
      // Not inside the map: the registry has a lock of its own while it removes a meter from here.
      level = new Level(spec, registry, values);
      byTags.put(tags, level);
    }
    level.value = value;
  }

  /** There is nothing to tell any more. */
  public void remove(String... values) {
    removeIf(List.of(values)::equals);
  }

  /** There is nothing to tell any more of those with such values of their tags. */
  public void removeIf(Predicate<List<String>> tags) {
    byTags.forEach(
        (values, level) -> {
          if (tags.test(values)) {
            byTags.remove(values);
            registry.remove(level.gauge);
          }
        });
  }
}
