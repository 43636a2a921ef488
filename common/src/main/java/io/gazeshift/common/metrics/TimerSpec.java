package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A histogram of durations, because histograms of several processes can be added and percentiles
 * cannot.
 *
 * @param buckets their upper ends; none for a meter without a histogram
 */
public record TimerSpec(String name, List<Duration> buckets, List<String> tags, String sentence)
    implements MeterSpec {

  public TimerSpec {
    buckets = List.copyOf(buckets);
    tags = List.copyOf(tags);
  }

  /** With buckets that end at these milliseconds. */
  public static TimerSpec millis(
      String name, LongStream bucketMillis, String sentence, String... tags) {
    return new TimerSpec(
        name, bucketMillis.mapToObj(Duration::ofMillis).toList(), List.of(tags), sentence);
  }

  /** For a step of a frame's way, around the pace of video. */
  public static TimerSpec step(String name, String sentence, String... tags) {
    return millis(
        name,
        LongStream.of(1, 2, 5, 10, 20, 33, 50, 100, 200, 500, 1000, 5000, 15_000, 60_000),
        sentence,
        tags);
  }

  @Override
  public Meter.Type type() {
    return Meter.Type.TIMER;
  }

  @Override
  public String unit() {
    return "seconds";
  }

  /** The registry's timer for these values of its tags; made where it is not there yet. */
  public Timer in(MeterRegistry registry, String... values) {
    return Timer.builder(name)
        .description(sentence)
        .tags(tagged(values))
        .serviceLevelObjectives(buckets.toArray(Duration[]::new))
        .register(registry);
  }
}
