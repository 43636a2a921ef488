package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.daemon.meters.CataloguedRegistry;
import io.gazeshift.inference.targets.LookSummary;
import io.gazeshift.protocol.v1.FaceIdentity;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InferenceMetersTest {

  private static final long NOW_MICROS = 1_700_000_000_000_000L;

  private final AtomicLong nanos = new AtomicLong();
  private final CataloguedRegistry registry = new CataloguedRegistry(nanos::get);
  private final InferenceMeters meters =
      new InferenceMeters(
          registry.bounded(), new RejectionLog(InstantSource.system(), "gone", line -> {}));

  @Test
  void aPredictionIsCountedByCameraAndDomainAndItsLatencyFromTheCapture() {
    meters.committed(predicted("cam0", "seat", NOW_MICROS - 120_000), NOW_MICROS);
    // A camera whose clock is ahead.
    meters.committed(predicted("cam1", "seat", NOW_MICROS + 5_000_000), NOW_MICROS);
    assertThat(registry.scrape())
        .contains("gazeshift_infer_predictions_total{camera=\"cam0\",domain=\"seat\"} 1.0")
        .contains("gazeshift_infer_latency_seconds_bucket{camera=\"cam0\",le=\"0.1\"} 0")
        .contains("gazeshift_infer_latency_seconds_bucket{camera=\"cam0\",le=\"0.15\"} 1")
        .contains("gazeshift_infer_latency_seconds_sum{camera=\"cam1\"} 0.0");
  }

  @Test
  void aCameraThatTwoProcessesCaptureIsCounted() {
    for (long session : new long[] {7, 8, 7}) {
      meters.committed(predicted("cam0", session), NOW_MICROS);
    }
    meters.committed(predicted("cam1", 9), NOW_MICROS);
    assertThat(registry.scrape())
        .contains("gazeshift_infer_two_captures_total{camera=\"cam0\"} 1.0")
        .doesNotContain("gazeshift_infer_two_captures_total{camera=\"cam1\"}");
  }

  @Test
  void whatIsNotPredictedIsCountedByWhy() {
    meters.committed(new FaceOutcome.Rejected("TRUNCATED", "its end is missing"), NOW_MICROS);
    meters.committed(new FaceOutcome.Skipped(), NOW_MICROS);
    meters.restarted();
    meters.lag(17);
    assertThat(registry.scrape())
        .contains("gazeshift_infer_rejected_total{reason=\"TRUNCATED\"} 1.0")
        .contains("gazeshift_infer_skipped_total 1.0")
        .contains("gazeshift_infer_restarts_total 1.0")
        .contains("gazeshift_infer_lag 17.0");
  }

  @Test
  void aPredictionIsCountedByWhatIsLookedAtAndItsSigmaByDomain() {
    LookSummary road = new LookSummary(Optional.of("road"), OptionalDouble.of(Math.toRadians(5.5)));
    meters.committed(predicted("cam0", "van", NOW_MICROS, road), NOW_MICROS);
    meters.committed(predicted("cam1", "van", NOW_MICROS, road), NOW_MICROS);
    meters.committed(predicted("cam2", "seat", NOW_MICROS), NOW_MICROS);
    assertThat(registry.scrape())
        .contains("gazeshift_target_frames_total{domain=\"van\",target=\"road\"} 2.0")
        .contains("gazeshift_target_sigma_degrees_bucket{domain=\"van\",le=\"5.0\"} 0")
        .contains("gazeshift_target_sigma_degrees_bucket{domain=\"van\",le=\"6.0\"} 2")
        .doesNotContain("gazeshift_target_frames_total{domain=\"seat\"")
        .doesNotContain("gazeshift_target_sigma_degrees_count{domain=\"seat\"");
  }

  @Test
  void everyStepOfABatchHasItsHistogram() {
    meters.decoded(Duration.ofMillis(4));
    meters.predicted(Duration.ofMillis(40), 8);
    meters.delivered(Duration.ofMillis(15));
    assertThat(registry.scrape())
        .contains("gazeshift_infer_decode_seconds_bucket{le=\"0.005\"} 1")
        .contains("gazeshift_infer_backbone_seconds_bucket{le=\"0.05\"} 1")
        .contains("gazeshift_infer_delivery_seconds_bucket{le=\"0.02\"} 1")
        .contains("gazeshift_infer_batch_size_bucket{le=\"8.0\"} 1")
        .contains("gazeshift_infer_batch_size_bucket{le=\"4.0\"} 0");
  }

  @Test
  void aRealCameraGetsItsOwnSeriesAgainAfterInventedNamesWentSilent() {
    LookSummary road = new LookSummary(Optional.of("road"), OptionalDouble.of(0.1));
    registry.bounded().keepApart(Set.of("door"), Set.of("hall"));
    meters.committed(predicted("door", "hall", NOW_MICROS, road), NOW_MICROS);
    for (int i = 0; i < CappedTag.USUAL; i++) {
      meters.committed(predicted("fake" + i, "trap" + i, NOW_MICROS, road), NOW_MICROS);
    }
    meters.committed(predicted("van-1", "van", NOW_MICROS, road), NOW_MICROS);
    assertThat(registry.scrape())
        .contains("gazeshift_infer_predictions_total{camera=\"other\",domain=\"other\"} 1.0")
        .contains("\"fake0\"", "\"trap0\"")
        .doesNotContain("van");

    nanos.addAndGet(Duration.ofHours(1).toNanos());
    for (int i = 1; i < CappedTag.USUAL; i++) {
      meters.committed(predicted("fake" + i, "trap" + i, NOW_MICROS, road), NOW_MICROS);
    }
    meters.committed(predicted("van-1", "van", NOW_MICROS, road), NOW_MICROS);
    meters.committed(predicted("van-2", "van", NOW_MICROS, road), NOW_MICROS);
    assertThat(registry.scrape())
        .contains("gazeshift_infer_predictions_total{camera=\"van-1\",domain=\"van\"} 1.0")
        .contains("gazeshift_infer_latency_seconds_count{camera=\"van-1\"} 1")
        .contains("gazeshift_target_frames_total{domain=\"van\",target=\"road\"} 2.0")
        .contains("gazeshift_infer_predictions_total{camera=\"door\",domain=\"hall\"} 1.0")
        .contains("gazeshift_infer_predictions_total{camera=\"fake1\",domain=\"trap1\"} 2.0")
        .contains("gazeshift_infer_latency_seconds_count{camera=\"other\"} 2")
        .doesNotContain("\"fake0\"", "\"trap0\"", "van-2");
  }

  private static FaceOutcome predicted(String camera, long captureSession) {
    FaceIdentity face =
        FaceIdentity.newBuilder().setCamera(camera).setCaptureSession(captureSession).build();
    return new FaceOutcome.Predicted(face, LookSummary.NONE, new byte[0], new byte[0]);
  }

  private static FaceOutcome predicted(String camera, String domain, long captureMicros) {
    return predicted(camera, domain, captureMicros, LookSummary.NONE);
  }

  private static FaceOutcome predicted(
      String camera, String domain, long captureMicros, LookSummary look) {
    FaceIdentity face =
        FaceIdentity.newBuilder()
            .setCamera(camera)
            .setDomain(domain)
            .setCaptureMicros(captureMicros)
            .build();
    return new FaceOutcome.Predicted(face, look, new byte[0], new byte[0]);
  }
}
