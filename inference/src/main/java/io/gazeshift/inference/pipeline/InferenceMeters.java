package io.gazeshift.inference.pipeline;

import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.SummarySpec;
import io.gazeshift.common.metrics.TimerSpec;
import io.gazeshift.inference.targets.LookSummary;
import io.gazeshift.inference.targets.TargetMeters;
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

/** The meters of inference. */
public final class InferenceMeters {

  public static final CounterSpec PREDICTIONS =
      CounterSpec.of("gazeshift.infer.predictions", "Committed predictions", "camera", "domain");
  public static final CounterSpec SKIPPED =
      CounterSpec.of(
          "gazeshift.infer.skipped",
          "Faces skipped because they were, or would have become, older than infer.max-age");
  public static final CounterSpec REJECTED =
      CounterSpec.of(
          "gazeshift.infer.rejected",
          "Rejected faces, written to the dead-letter topic (with ingest.features-only,"
              + " dropped)",
          "reason");
  public static final CounterSpec RESTARTS =
      CounterSpec.of(
          "gazeshift.infer.restarts", "Times the Kafka clients were reopened after a failure");
  public static final CounterSpec UNDELIVERED =
      CounterSpec.of(
          "gazeshift.infer.undelivered",
          "With ingest.features-only: predictions and features that Kafka rejected or"
              + " did not accept in time");
  public static final CounterSpec TWO_CAPTURES =
      CounterSpec.of(
          "gazeshift.infer.two.captures",
          "Times a camera's faces came from two capture sessions in turns: two processes capture the"
              + " same camera",
          "camera");
  public static final SummarySpec BATCH_SIZE =
      new SummarySpec(
          "gazeshift.infer.batch.size",
          List.of(1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0),
          List.of(),
          "Faces in one pass of the backbone");
  public static final TimerSpec DECODE =
      TimerSpec.step("gazeshift.infer.decode", "Time to decode and scale one face");
  public static final TimerSpec BACKBONE =
      TimerSpec.step(
          "gazeshift.infer.backbone", "Time of the backbone and the heads for one batch");
  public static final TimerSpec DELIVERY =
      TimerSpec.step("gazeshift.infer.delivery", "Time to write and commit one batch");
  public static final TimerSpec LATENCY =
      TimerSpec.millis(
          "gazeshift.infer.latency",
          LongStream.of(
              5, 10, 20, 33, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, 10_000, 30_000,
              60_000, 300_000, 600_000),
          "Time from the capture of a frame to its committed prediction",
          "camera");
  public static final GaugeSpec LAG =
      GaugeSpec.of(
          "gazeshift.infer.lag", "Faces in this process's partitions that are not predicted yet");
  public static final GaugeSpec OLDEST =
      GaugeSpec.seconds(
          "gazeshift.infer.oldest",
          "How long the oldest face in the pipeline has waited for its prediction since the last"
              + " batch was predicted; the process ends at infer.stall-timeout");
  public static final GaugeSpec DEVICE =
      GaugeSpec.of(
          "gazeshift.infer.device",
          "Always 1; its labels name the backbone and the device it runs on",
          "model",
          "device",
          "fingerprint");

  public static final List<MeterSpec> ALL =
      List.of(
          PREDICTIONS,
          SKIPPED,
          REJECTED,
          RESTARTS,
          UNDELIVERED,
          TWO_CAPTURES,
          BATCH_SIZE,
          DECODE,
          BACKBONE,
          DELIVERY,
          LATENCY,
          LAG,
          OLDEST,
          DEVICE);

  private final BoundedMeters bounded;
  private final MeterRegistry registry;
  private final RejectionLog rejections;
  private final Counter skipped;
  private final Counter restarts;
  private final DistributionSummary batchSizes;
  private final Timer decode;
  private final Timer backbone;
  private final Timer delivery;
  private final AtomicLong lag = new AtomicLong();
  private final OldestFace oldest = new OldestFace();
  private final CaptureSessions sessions = new CaptureSessions();
  private final TargetMeters targets;

  InferenceMeters(BoundedMeters bounded, RejectionLog rejections) {
    this.rejections = rejections;
    this.bounded = bounded;
    this.registry = bounded.registry();
    this.targets = new TargetMeters(registry);
    this.skipped = SKIPPED.in(registry);
    this.restarts = RESTARTS.in(registry);
    this.batchSizes = BATCH_SIZE.in(registry);
    this.decode = DECODE.in(registry);
    this.backbone = BACKBONE.in(registry);
    this.delivery = DELIVERY.in(registry);
    LAG.in(registry, lag::get);
    OLDEST.in(registry, () -> oldest.age().toMillis() / 1000.0);
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
      predicted(predicted.identity(), predicted.look(), nowMicros);
    } else if (outcome instanceof FaceOutcome.Rejected rejected) {
      rejections.rejected(rejected.reason(), rejected.explanation());
      REJECTED.in(registry, rejected.reason()).increment();
    } else {
      skipped(1);
    }
  }

  void skipped(int faces) {
    skipped.increment(faces);
  }

  private void predicted(FaceIdentity face, LookSummary look, long nowMicros) {
    String camera = bounded.camera(face.getCamera());
    String domain = bounded.domain(face.getDomain());
    if (sessions.isOverlapping(face, nowMicros)) {
      TWO_CAPTURES.in(registry, camera).increment();
    }
    PREDICTIONS.in(registry, camera, domain).increment();
    targets.committed(domain, look);
    long sinceCaptureMicros = nowMicros - face.getCaptureMicros();
    LATENCY.in(registry, camera).record(Math.max(0, sinceCaptureMicros), TimeUnit.MICROSECONDS);
  }

  void restarted() {
    restarts.increment();
  }

  OldestFace oldest() {
    return oldest;
  }

  void lag(long records) {
    lag.set(records);
  }
}
