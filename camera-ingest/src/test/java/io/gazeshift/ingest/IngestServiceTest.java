package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.publish.FacePublisher;
import io.gazeshift.ingest.publish.FaceSinks;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class IngestServiceTest {

  private final CaptureClock clock = CaptureClock.system();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MockProducer<String, FaceFrame> producer =
      new MockProducer<>(true, null, new StringSerializer(), RecordType.FACE_FRAME.serializer());
  private final CameraSources sources =
      new CameraSources(intrinsics -> frame -> List.of(), Duration.ofSeconds(5), clock);

  @Test
  void everyCameraPublishesUnderItsOwnKey() {
    CameraConfig studio = CameraConfig.uncalibrated("cam0", "synthetic:studio", "a", 30);
    CameraConfig lab = CameraConfig.uncalibrated("cam1", "synthetic:lab", "b", 30);
    try (IngestService service = service(List.of(studio, lab))) {
      service.start();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> published("cam0") > 10 && published("cam1") > 10);
    }

    assertThat(producer.history())
        .allSatisfy(
            record -> {
              assertThat(record.topic()).isEqualTo("gaze.faces");
              assertThat(record.key()).isEqualTo(record.value().getIdentity().getCamera());
              assertThat(record.value().getIdentity().getDomain())
                  .isEqualTo(record.key().equals("cam0") ? "a" : "b");
            });
    assertThat(identities()).as("no identity repeats").hasSameSizeAs(producer.history());
  }

  @Test
  void aStuckCameraDelaysNoOtherAndNotTheClosing() {
    CountDownLatch never = new CountDownLatch(1);
    CameraConfig stuck = CameraConfig.uncalibrated("stuck", "synthetic:studio?seed=1", "a", 30);
    CameraConfig well = CameraConfig.uncalibrated("well", "synthetic:studio?seed=2", "a", 30);
    IngestService service =
        service(
            List.of(stuck, well),
            config -> config.id().equals("stuck") ? deaf(never) : sources.openerFor(config));
    service.start();
    await().atMost(Duration.ofMinutes(1)).until(() -> published("well") > 10);

    long start = System.nanoTime();
    service.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    never.countDown();
  }

  @Test
  void theMetersGoWithTheCameras() {
    IngestService service =
        service(List.of(CameraConfig.uncalibrated("cam0", "synthetic:lab", "a", 30)));
    service.start();
    await().atMost(Duration.ofMinutes(1)).until(() -> published("cam0") > 0);
    assertThat(registry.get("gazeshift.ingest.running").gauge().value()).isEqualTo(1);

    service.close();

    assertThat(registry.getMeters()).isEmpty();
    assertThat(producer.closed()).isFalse();
  }

  @Test
  void aBadSourceIsRejectedBeforeAnyCameraStarts() {
    CameraConfig good = CameraConfig.uncalibrated("cam0", "synthetic:lab", "a", 30);
    CameraConfig bad = CameraConfig.uncalibrated("cam1", "webcam", "a", 30);

    assertThatThrownBy(() -> service(List.of(good, bad)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("camera cam1: source 'webcam'");
    assertThat(registry.getMeters()).isEmpty();
  }

  private IngestService service(List<CameraConfig> cameras) {
    return service(cameras, sources::openerFor);
  }

  private IngestService service(
      List<CameraConfig> cameras, Function<CameraConfig, CameraOpener> openers) {
    return new IngestService(
        cameras,
        Samples.INGEST,
        openers,
        FaceSinks.toKafka(
            new WatchedProducer<>(producer, Duration.ofSeconds(15), clock::nanoTime),
            "gaze.faces",
            new FacePublisher.Limits(8, 8),
            clock),
        FrameViews.NONE,
        42,
        clock,
        registry);
  }

  /** A driver that never comes back and does not listen to interrupts. */
  private static CameraOpener deaf(CountDownLatch never) {
    return () -> {
      while (true) {
        try {
          never.await();
          throw new IOException("back at last");
        } catch (InterruptedException e) {
          // Native code would not notice either.
        }
      }
    };
  }

  private double published(String camera) {
    return registry.get("gazeshift.ingest.faces.published").tag("camera", camera).counter().count();
  }

  private Set<String> identities() {
    return producer.history().stream()
        .map(record -> record.value().getIdentity())
        .map(
            identity ->
                "%s %d %d %d"
                    .formatted(
                        identity.getCamera(),
                        identity.getCaptureSession(),
                        identity.getFrameSeq(),
                        identity.getFaceIndex()))
        .collect(Collectors.toSet());
  }
}
