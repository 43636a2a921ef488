package io.gazeshift.daemon.infer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What inference tells about itself. */
final class InferenceMeters {

  private final MeterRegistry registry;
  private final RefusalLog refusals;
  private final Counter predictions;
  private final Counter skipped;
  private final Counter restarts;
  private final DistributionSummary batchSizes;
  private final Timer backbone;
  private final Timer delivery;
  private final Timer latency;
  private final AtomicLong lag;

  InferenceMeters(MeterRegistry registry, RefusalLog refusals) {
    this.refusals = refusals;
    this.registry = registry;
    this.predictions =
        Counter.builder("gazeshift.infer.predictions")
            .description("Predictions committed")
            .register(registry);
    this.skipped =
        Counter.builder("gazeshift.infer.skipped")
            .description("Faces older than infer.max-age, which were not predicted")
            .register(registry);
    this.restarts =
        Counter.builder("gazeshift.infer.restarts")
            .description("Times the clients were opened again after a failure")
            .register(registry);
    this.batchSizes =
        DistributionSummary.builder("gazeshift.infer.batch.size")
            .description("Faces in one pass of the backbone")
            .register(registry);
    this.backbone =
        Timer.builder("gazeshift.infer.backbone")
            .description("Backbone and heads, for one batch")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    this.delivery =
        Timer.builder("gazeshift.infer.delivery")
            .description("Writing and committing what was ready")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    this.latency =
        Timer.builder("gazeshift.infer.latency")
            .description("Capture to committed prediction")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    this.lag = registry.gauge("gazeshift.infer.lag", new AtomicLong());
  }

  void predicted(Duration work, int faces) {
    backbone.record(work);
    batchSizes.record(faces);
  }

  void delivered(Duration work) {
    delivery.record(work);
  }

  /** For one thread at a time. */
  void committed(Outcome outcome, long nowMicros) {
    if (outcome instanceof Outcome.Predicted predicted) {
      predictions.increment();
      long sinceCaptureMicros = nowMicros - predicted.identity().getCaptureMicros();
      latency.record(Math.max(0, sinceCaptureMicros), TimeUnit.MICROSECONDS);
    } else if (outcome instanceof Outcome.Refused refused) {
      refused(refused.reason(), refused.explanation());
    } else {
      skipped.increment();
    }
  }

  private void refused(String reason, String explanation) {
    refusals.refused(reason, explanation);
    Counter.builder("gazeshift.infer.refused")
        .description("Records sent to the dead-letter topic")
        .tag("reason", reason)
        .register(registry)
        .increment();
  }

  void restarted() {
    restarts.increment();
  }

  void lag(long records) {
    lag.set(records);
  }
}
