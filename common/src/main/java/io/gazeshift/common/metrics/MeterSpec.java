package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.stream.IntStream;

/** Name, description and tag names of a meter; the tag names are the same everywhere. */
public sealed interface MeterSpec permits CounterSpec, GaugeSpec, SummarySpec, TimerSpec {

  String name();

  Meter.Type type();

  /** Of its values, as Micrometer names it; empty for plain numbers. */
  String unit();

  List<String> tags();

  /** What it tells, in a sentence without a full stop. */
  String sentence();

  /** A value for each tag, in the order of {@link #tags}. */
  default Tags tagged(String... values) {
    if (values.length != tags().size()) {
      throw new IllegalArgumentException(
          "%s: has the tags %s, but got %d values".formatted(name(), tags(), values.length));
    }
    return Tags.of(
        IntStream.range(0, values.length).mapToObj(i -> Tag.of(tags().get(i), values[i])).toList());
  }
}
