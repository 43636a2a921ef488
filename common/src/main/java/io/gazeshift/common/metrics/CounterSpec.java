package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** A counter: only grows while the process runs. */
public record CounterSpec(String name, String unit, List<String> tags, String sentence)
    implements MeterSpec {

  public CounterSpec {
    tags = List.copyOf(tags);
  }

  /** Counts things. */
  public static CounterSpec of(String name, String sentence, String... tags) {
    return new CounterSpec(name, "", List.of(tags), sentence);
  }

  @Override
  public Meter.Type type() {
    return Meter.Type.COUNTER;
  }

  /** The registry's counter for these values of its tags; made where it is not there yet. */
  public Counter in(MeterRegistry registry, String... values) {
    return Counter.builder(name)
        .description(sentence)
        .baseUnit(unit.isEmpty() ? null : unit)
        .tags(tagged(values))
        .register(registry);
  }
}
