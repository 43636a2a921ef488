package io.gazeshift.ingest.metrics;

import io.gazeshift.common.metrics.CounterSpec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** Makes meters tagged with one camera, and removes them from the registry when closed. */
public final class CameraMeters implements AutoCloseable {

  private final MeterRegistry registry;
  private final String camera;
  private final List<Meter> made = new CopyOnWriteArrayList<>();

  public CameraMeters(MeterRegistry registry, String camera) {
    this.registry = registry;
    this.camera = camera;
  }

  /** One of {@link IngestMeters}. */
  public Counter counter(CounterSpec spec) {
    return remember(spec.in(registry, camera));
  }

  /** How long one step of a frame's way takes. */
  public Timer stage(String stage) {
    return remember(IngestMeters.STAGE.in(registry, camera, stage));
  }

  /** Tells whether the camera runs. */
  public void running(BooleanSupplier running) {
    remember(IngestMeters.RUNNING.in(registry, () -> running.getAsBoolean() ? 1 : 0, camera));
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
