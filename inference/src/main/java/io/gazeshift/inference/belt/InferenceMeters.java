package io.gazeshift.inference.belt;

import io.gazeshift.common.kafka.RefusalLog;
import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.SummarySpec;
import io.gazeshift.common.metrics.TimerSpec;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** What inference tells about itself. */
public final class InferenceMeters {

  public static final CounterSpec PREDICTIONS =
      CounterSpec.of(
          "gazeshift.infer.predictions", "Predictions that were committed", "camera", "domain");
  public static final CounterSpec SKIPPED =
      CounterSpec.of(
          "gazeshift.infer.skipped", "Faces older than infer.max-age, which were not predicted");
  public static final CounterSpec REFUSED =
      CounterSpec.of(
          "gazeshift.infer.rejected",
          "Faces that could not be used and went to the dead-letter topic (or, with"
              + " ingest.features-only, nowhere)",
          "reason");
  public static final CounterSpec RESTARTS =
      CounterSpec.of(
          "gazeshift.infer.restarts", "Times the Kafka clients were opened again after a failure");
  public static final CounterSpec UNDELIVERED =
      CounterSpec.of(
          "gazeshift.infer.undelivered",
          "With ingest.features-only: predictions and features that Kafka refused or did not take"
              + " in time");
  public static final SummarySpec BATCH_SIZE =
      new SummarySpec(
          "gazeshift.infer.batch.size",
          List.of(1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0),
          List.of(),
          "Faces in one pass of the backbone");
  public static final TimerSpec DECODE =
      TimerSpec.step("gazeshift.infer.decode", "Decoding and scaling one face");
  public static final TimerSpec BACKBONE =
      TimerSpec.step("gazeshift.infer.backbone", "Backbone and heads, for one batch");
  public static final TimerSpec DELIVERY =
      TimerSpec.step("gazeshift.infer.delivery", "Writing and committing one batch");
  public static final TimerSpec LATENCY =
      TimerSpec.millis(
          "gazeshift.infer.latency",
          LongStream.of(
              5, 10, 20, 33, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, 10_000),
          "Capture of the frame to its committed prediction",
          "camera");
  public static final GaugeSpec LAG =
      GaugeSpec.of(
          "gazeshift.infer.lag", "Published faces of this process's partitions not yet predicted");
  public static final GaugeSpec DEVICE =
      GaugeSpec.of(
          "gazeshift.infer.device",
          "1; its labels say which backbone runs where",
          "model",
          "device",
          "fingerprint");

  public static final List<MeterSpec> ALL =
      List.of(
          PREDICTIONS,
          SKIPPED,
          REFUSED,
          RESTARTS,
          UNDELIVERED,
          BATCH_SIZE,
          DECODE,
          BACKBONE,
          DELIVERY,
          LATENCY,
          LAG,
          DEVICE);

  private final MeterRegistry registry;
  private final RefusalLog refusals;
  private final Counter skipped;
  private final Counter restarts;
  private final DistributionSummary batchSizes;
  private final Timer decode;
  private final Timer backbone;
  private final Timer delivery;
  private final AtomicLong lag = new AtomicLong();
  private final CappedTag cameras = new CappedTag(CappedTag.USUAL);
  private final CappedTag domains = new CappedTag(CappedTag.USUAL);

  InferenceMeters(MeterRegistry registry, RefusalLog refusals) {
    this.refusals = refusals;
    this.registry = registry;
    this.skipped = SKIPPED.in(registry);
    this.restarts = RESTARTS.in(registry);
    this.batchSizes = BATCH_SIZE.in(registry);
    this.decode = DECODE.in(registry);
    this.backbone = BACKBONE.in(registry);
    this.delivery = DELIVERY.in(registry);
    LAG.in(registry, lag::get);
  }

  void decoded(Duration work) {
    decode.record(work);
  }

  void predicted(Duration work, int faces) {
    backbone.record(work);
    batchSizes.record(faces);
  }

  void delivered(Duration work) {
    delivery.record(work);
  }

  /** For one thread at a time. */
  void committed(FaceOutcome outcome, long nowMicros) {
    if (outcome instanceof FaceOutcome.Predicted predicted) {
      predicted(predicted.identity(), nowMicros);
    } else if (outcome instanceof FaceOutcome.Refused refused) {
      refusals.refused(refused.reason(), refused.explanation());
      REFUSED.in(registry, refused.reason()).increment();
    } else {
      skipped.increment();
    }
  }

  private void predicted(FaceIdentity face, long nowMicros) {
    String camera = cameras.of(face.getCamera());
    PREDICTIONS.in(registry, camera, domains.of(face.getDomain())).increment();
    long sinceCaptureMicros = nowMicros - face.getCaptureMicros();
    LATENCY.in(registry, camera).record(Math.max(0, sinceCaptureMicros), TimeUnit.MICROSECONDS);
  }

  void restarted() {
    restarts.increment();
  }

  void lag(long records) {
    lag.set(records);
  }
}
