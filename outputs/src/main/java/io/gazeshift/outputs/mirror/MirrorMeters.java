package io.gazeshift.outputs.mirror;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** The meters of the mirror. */
public final class MirrorMeters {

  public static final CounterSpec MIRRORED =
      CounterSpec.of("gazeshift.mirror.predictions", "Predictions written as JSON and committed");

  public static final CounterSpec REJECTED =
      CounterSpec.of(
          "gazeshift.mirror.rejected", "Records of gaze.predictions that cannot be read, skipped");

  public static final CounterSpec RESTARTS =
      CounterSpec.of(
          "gazeshift.mirror.restarts",
          "Times the Kafka clients of the mirror were reopened after a failure");

  public static final GaugeSpec LAG =
      GaugeSpec.of(
          "gazeshift.mirror.lag",
          "Predictions in this process's partitions not mirrored yet; NaN while it restarts");

  public static final List<MeterSpec> ALL = List.of(MIRRORED, REJECTED, RESTARTS, LAG);

  private final MeterRegistry registry;
  private volatile double lag = Double.NaN;

  MirrorMeters(MeterRegistry registry) {
    this.registry = registry;
    LAG.in(registry, () -> lag);
  }

  void mirrored(int predictions) {
    MIRRORED.in(registry).increment(predictions);
  }

  void rejected() {
    REJECTED.in(registry).increment();
  }

  void restarted() {
    RESTARTS.in(registry).increment();
  }

  void lag(long predictions) {
    lag = predictions;
  }

  /** No partition is read at the moment. */
  void lagUnknown() {
    lag = Double.NaN;
  }
}
