package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Supplier;

/** A gauge: the current value of something. */
public record GaugeSpec(String name, String unit, List<String> tags, String sentence)
    implements MeterSpec {

  public GaugeSpec {
    tags = List.copyOf(tags);
  }

  /** A plain number. */
  public static GaugeSpec of(String name, String sentence, String... tags) {
    return new GaugeSpec(name, "", List.of(tags), sentence);
  }

  /** A number of seconds. */
  public static GaugeSpec seconds(String name, String sentence, String... tags) {
    return new GaugeSpec(name, "seconds", List.of(tags), sentence);
  }

  @Override
  public Meter.Type type() {
    return Meter.Type.GAUGE;
  }

  /** Reads the value on every scrape, and keeps a strong reference to its source. */
  public Gauge in(MeterRegistry registry, Supplier<Number> value, String... values) {
    return Gauge.builder(name, value)
        .description(sentence)
        .baseUnit(unit.isEmpty() ? null : unit)
        .tags(tagged(values))
        .strongReference(true)
        .register(registry);
  }
}
