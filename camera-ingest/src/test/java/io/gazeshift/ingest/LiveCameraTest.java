package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.MjpegServer;
import io.gazeshift.ingest.source.Pictures;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cameras on the network, and what happens to them there. */
@Timeout(120)
class LiveCameraTest {

  private static final Duration STALL = Duration.ofMillis(700);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<Integer> seen = new CopyOnWriteArrayList<>();
  private final List<Throwable> wrong = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStreamThatDiesInMidFrameIsOpenedAgainAndTheHalfFrameIsNotShown(boolean saysLengths)
      throws Exception {
    try (MjpegServer server =
            new MjpegServer(
                saysLengths,
                viewer -> {
                  for (int i = 0; i < 8; i++) {
                    viewer.show(i);
                    Thread.sleep(20);
                  }
                  viewer.show(999, 0.6);
                });
        CameraWorker worker = start(server.url())) {
      await().atMost(Duration.ofMinutes(1)).until(() -> server.viewers() > 3);
    }
    assertThat(seen).isNotEmpty().doesNotContain(999);
    assertThat(wrong).isEmpty();
    assertThat(count("source.failures")).isGreaterThanOrEqualTo(3);
    assertThat(count("source.gap.seconds")).isPositive();
  }

  @Test
  void aStreamThatStallsIsClosedAndOpenedAgain() throws Exception {
    try (MjpegServer server =
            new MjpegServer(
                true,
                viewer -> {
                  for (int i = 0; i < 3; i++) {
                    viewer.show(i);
                    Thread.sleep(20);
                  }
                  // Says nothing more until the viewer hangs up.
                  new CountDownLatch(1).await(2, TimeUnit.SECONDS);
                });
        CameraWorker worker = start(server.url())) {
      await().atMost(Duration.ofMinutes(1)).until(() -> server.viewers() > 2);
    }
    assertThat(count("source.failures")).isGreaterThanOrEqualTo(2);
    assertThat(count("source.gap.seconds")).isGreaterThan(STALL.toMillis() / 1000.0);
    assertThat(wrong).isEmpty();
  }

  @Test
  void aCameraThatIsSlowerToBeReadThanToTakeFramesLosesOldOnes() throws Exception {
    try (MjpegServer server =
            new MjpegServer(
                true,
                viewer -> {
                  for (int i = 0; ; i = (i + 1) % 1000) {
                    viewer.show(i);
                    Thread.sleep(5);
                  }
                });
        CameraWorker worker = start(server.url(), 100)) {
      await().atMost(Duration.ofMinutes(1)).until(() -> seen.size() > 10);
    }
    assertThat(count("frames.missed")).isGreaterThan(10);
    assertThat(count("source.failures")).isZero();
  }

  @Test
  void aServerThatAcceptsAndNeverAnswersIsGivenUpInTime() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (String scheme : List.of("rtsp", "http")) {
        String url = "%s://admin:hunter2@127.0.0.1:%d/x".formatted(scheme, silent.getLocalPort());
        assertThatThrownBy(() -> opener(url, 0).open())
            .isInstanceOf(IOException.class)
            .hasMessage("no answer within 2100 ms");
      }
    }
  }

  @Test
  void noServerAtAllIsSaidPlainlyAndWithoutThePassword() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    for (String scheme : List.of("rtsp", "http", "https")) {
      String url = "%s://admin:hunter2@127.0.0.1:%d/x".formatted(scheme, port);
      assertThatThrownBy(() -> opener(url, 0).open())
          .isInstanceOf(IOException.class)
          .hasMessage("cannot be opened: Connection refused");
    }
  }

  private CameraWorker start(String url) {
    return start(url, 0);
  }

  private CameraWorker start(String url, int millisPerFrame) {
    CameraWorker worker =
        new CameraWorker(
            config(url),
            Samples.INGEST,
            opener(url, millisPerFrame),
            face -> {},
            FrameViews.NONE,
            1,
            CaptureClock.system(),
            new CameraMeters(registry, "cam0"));
    worker.start();
    return worker;
  }

  private CameraOpener opener(String url, int millisPerFrame) {
    return new CameraSources(
            intrinsics ->
                frame -> {
                  look(frame, millisPerFrame);
                  return List.of();
                },
            STALL,
            CaptureClock.system())
        .openerFor(config(url));
  }

  /** A picture of which half is missing has no background at its lower edge. */
  private void look(CameraFrame frame, int millisPerFrame) {
    try {
      Thread.sleep(millisPerFrame);
      double[] lower = frame.bgr().get(frame.bgr().rows() - 2, frame.bgr().cols() - 2);
      assertThat(lower[0]).isCloseTo(Pictures.BACKGROUND.val[0], within(12.0));
      assertThat(lower[2]).isCloseTo(Pictures.BACKGROUND.val[2], within(12.0));
      seen.add(Pictures.numberOf(frame.bgr()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (AssertionError e) {
      wrong.add(e);
    }
  }

  private static CameraConfig config(String url) {
    return CameraConfig.uncalibrated("cam0", url, "lab", 30);
  }

  private double count(String name) {
    return registry.get("gazeshift.ingest." + name).counter().count();
  }
}
