package io.gazeshift.ingest.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Makes meters tagged with one camera, and removes them from the registry when closed. */
public final class CameraMeters implements AutoCloseable {

  private static final String PREFIX = "gazeshift.ingest.";
  private static final String CAMERA = "camera";
  private static final Duration[] BUCKETS =
      LongStream.of(1, 2, 5, 10, 20, 33, 50, 100, 200, 500, 1000, 5000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final String camera;
  private final List<Meter> made = new CopyOnWriteArrayList<>();

  public CameraMeters(MeterRegistry registry, String camera) {
    this.registry = registry;
    this.camera = camera;
  }

  public Counter counter(String name, String description) {
    return remember(
        Counter.builder(PREFIX + name)
            .description(description)
            .tag(CAMERA, camera)
            .register(registry));
  }

  /** How long one step of a frame's way takes, as a histogram around the pace of video. */
  public Timer stage(String stage) {
    return remember(
        Timer.builder(PREFIX + "stage")
            .description("Time a frame or face spends in one stage")
            .tag(CAMERA, camera)
            .tag("stage", stage)
            .serviceLevelObjectives(BUCKETS)
            .register(registry));
  }

  public void gauge(String name, String description, Supplier<Number> value) {
    remember(
        Gauge.builder(PREFIX + name, value)
            .description(description)
            .tag(CAMERA, camera)
            .register(registry));
  }

  private <M extends Meter> M remember(M meter) {
    made.add(meter);
    return meter;
  }

  @Override
  public void close() {
    made.forEach(registry::remove);
    made.clear();
  }
}
