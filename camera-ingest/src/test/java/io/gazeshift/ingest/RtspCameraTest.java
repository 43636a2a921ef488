package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.Pictures;
import io.gazeshift.ingest.source.RtspServer;
import io.gazeshift.ingest.source.ffmpeg.TestVideo;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** H.264 by RTSP from a real server, and what happens when that server fares badly. */
@Timeout(120)
class RtspCameraTest {

  private static final int FPS = 15;

  @TempDir static Path folder;
  private static Path film;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<Integer> seen = new CopyOnWriteArrayList<>();
  private RtspServer server;

  @BeforeAll
  static void writeFilm() throws Exception {
    RtspServer.need();
    OpenCv.load();
    film = new TestVideo(640, 360, FPS).write(folder.resolve("film.mp4"), 300, Pictures::paint);
  }

  @BeforeEach
  void startServer() throws IOException {
    server = new RtspServer(film);
    server.start();
  }

  @AfterEach
  void stopServer() throws Exception {
    server.close();
  }

  @Test
  void framesComeWholeAndInOrder() throws Exception {
    List<Integer> pictures = new ArrayList<>();
    List<Long> frames = new ArrayList<>();
    try (OpenCamera camera = opener("", "/film").open();
        CameraFrame frame = CameraFrame.of(camera.source().intrinsics())) {
      assertThat(camera.source().intrinsics().width()).isEqualTo(640);
      assertThat(camera.source().intrinsics().assumed()).isTrue();
      while (pictures.size() < 30) {
        camera.source().read(frame);
        pictures.add(Pictures.numberOf(frame.bgr()));
        frames.add(frame.frameSeq());
      }
    }
    for (int i = 1; i < pictures.size(); i++) {
      assertThat(pictures.get(i) - pictures.get(i - 1))
          .as("a picture is missed where a frame number is, and nowhere else")
          .isEqualTo((int) (frames.get(i) - frames.get(i - 1)));
    }
  }

  @Test
  void aServerThatIsKilledAndComesBackIsFoundAgain() throws Exception {
    try (CameraWorker worker = start()) {
      await().atMost(Duration.ofMinutes(1)).until(() -> seen.size() > 5);
      server.kill();
      await().atMost(Duration.ofMinutes(1)).until(() -> count("source.failures") >= 2);
      int before = seen.size();
      server.start();
      await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() > before + 5);
    }
    assertThat(count("source.gap.seconds")).isPositive();
  }

  @Test
  void aServerThatHangsIsLeftAndFoundAgainWhenItGoesOn() throws Exception {
    try (CameraWorker worker = start()) {
      await().atMost(Duration.ofMinutes(1)).until(() -> seen.size() > 5);
      server.signal("STOP");
      await().atMost(Duration.ofMinutes(1)).until(() -> count("source.failures") >= 1);
      int before = seen.size();
      server.signal("CONT");
      await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() > before + 5);
    }
    assertThat(count("source.gap.seconds")).isGreaterThan(0.9);
  }

  @Test
  void passwordsOpenDoorsAndAreNotShown() throws Exception {
    assertThatThrownBy(() -> opener("admin:hunter2@", "/elsewhere").open())
        .isInstanceOf(IOException.class)
        .hasMessage("cannot be opened: Server returned 404 Not Found");
    server.kill();
    server.start("admin:hunter2");

    try (OpenCamera camera = opener("admin:hunter2@", "/film").open()) {
      assertThat(camera.source().intrinsics().height()).isEqualTo(360);
    }
    assertThatThrownBy(() -> opener("admin:hunter3@", "/film").open())
        .isInstanceOf(IOException.class)
        .hasMessage("cannot be opened: Server returned 401 Unauthorized (authorization failed)");
  }

  private CameraWorker start() {
    CameraWorker worker =
        new CameraWorker(
            config("", "/film"),
            Samples.INGEST,
            opener("", "/film"),
            face -> {},
            FrameViews.NONE,
            1,
            CaptureClock.system(),
            new CameraMeters(registry, "cam0"));
    worker.start();
    return worker;
  }

  private CameraOpener opener(String userInfo, String path) {
    return new CameraSources(
            intrinsics ->
                frame -> {
                  seen.add(Pictures.numberOf(frame.bgr()));
                  return List.of();
                },
            Duration.ofSeconds(1),
            CaptureClock.system())
        .openerFor(config(userInfo, path));
  }

  private CameraConfig config(String userInfo, String path) {
    return CameraConfig.uncalibrated("cam0", server.url(userInfo, path), "lab", 30);
  }

  private double count(String name) {
    return registry.get("gazeshift.ingest." + name).counter().count();
  }
}
