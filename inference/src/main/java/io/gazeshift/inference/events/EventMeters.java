package io.gazeshift.inference.events;

import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.protocol.v1.FaceEvent;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** The meters of events. */
public final class EventMeters {

  public static final CounterSpec EVENTS =
      CounterSpec.of("gazeshift.events", "Committed events of faces", "kind", "domain");
  public static final CounterSpec ALERTS =
      CounterSpec.of("gazeshift.alerts", "Committed alerts of driver profiles", "domain", "rule");
  public static final CounterSpec SPEEDS_REJECTED =
      CounterSpec.of(
          "gazeshift.events.speeds.rejected",
          "Speeds of vehicles in gaze.speed that cannot be read, or whose time of measurement is"
              + " more than 5 s after or 11 min before the broker got them");
  public static final CounterSpec SPEEDS_FAILURES =
      CounterSpec.of(
          "gazeshift.events.speeds.failures",
          "Times gaze.speed could not be read, so the assumed speeds of driver profiles counted");
  public static final CounterSpec DROPPED =
      CounterSpec.of(
          "gazeshift.events.dropped",
          "Predictions that came more than 200 ms after a later one of their camera, or twice, or"
              + " cannot be read, so no event was made of them");
  public static final CounterSpec RESTARTS =
      CounterSpec.of(
          "gazeshift.events.restarts",
          "Times the Kafka clients of events were reopened after a failure");
  public static final GaugeSpec LAG =
      GaugeSpec.of(
          "gazeshift.events.lag",
          "Predictions in this process's partitions without events yet; NaN while it restarts");

  public static final List<MeterSpec> ALL =
      List.of(
          EVENTS,
          ALERTS,
          SPEEDS_REJECTED,
          SPEEDS_FAILURES,
          DROPPED,
          RESTARTS,
          LAG,
          GlanceTimers.GLANCES);

  private final BoundedMeters bounded;
  private final GlanceTimers glances;
  private final MeterRegistry registry;
  private volatile double lag = Double.NaN;

  EventMeters(BoundedMeters bounded) {
    this.bounded = bounded;
    this.registry = bounded.registry();
    this.glances = new GlanceTimers(registry);
    LAG.in(registry, () -> lag);
  }

  void committed(List<FaceEvent> events) {
    for (FaceEvent event : events) {
      String domain = bounded.domain(event.getDomain());
      EVENTS.in(registry, EventRecords.kind(event), domain).increment();
      glances.committed(domain, event);
      if (event.hasAlert()) {
        ALERTS.in(registry, domain, event.getAlert().getRule()).increment();
      }
    }
  }

  void dropped(long predictions) {
    DROPPED.in(registry).increment(predictions);
  }

  void speedRejected() {
    SPEEDS_REJECTED.in(registry).increment();
  }

  void speedsFailed() {
    SPEEDS_FAILURES.in(registry).increment();
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
