package io.gazeshift.ingest;

import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.MjpegServer;
import io.gazeshift.ingest.source.Pictures;
import io.gazeshift.ingest.source.ffmpeg.TestVideo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.opencv.core.Mat;
import org.opencv.imgcodecs.Imgcodecs;

/** Decoded often, opened often: what is native must not pile up. */
@EnabledOnOs(OS.LINUX)
class SourceMemoryTest {

  @TempDir static Path folder;

  @BeforeAll
  static void writeFilmAndImages() throws Exception {
    OpenCv.load();
    new TestVideo(640, 360, 30).write(folder.resolve("film.mp4"), 90, Pictures::paint);
    for (int i = 0; i < 4; i++) {
      Mat picture = Pictures.of(640, 360, i);
      Imgcodecs.imwrite(folder.resolve(i + ".jpg").toString(), picture);
      picture.release();
    }
  }

  @Test
  void twoThousandFramesOfALoopedFilmDoNotGrowTheProcess() throws Exception {
    try (OpenCamera camera = open("file:%s/film.mp4?speed=max&loop=true".formatted(folder));
        CameraFrame frame = CameraFrame.of(camera.source().intrinsics())) {
      read(camera, frame, 200);

      // One leaked frame in ten would be 34 MiB a round.
      ResidentMemory.assertGrowsByLessThan(15 * 1024, () -> read(camera, frame, 500));
    }
  }

  @Test
  void twelveHundredImagesDoNotGrowTheProcess() throws Exception {
    try (OpenCamera camera = open("folder:%s?speed=max&loop=true".formatted(folder));
        CameraFrame frame = CameraFrame.of(camera.source().intrinsics())) {
      read(camera, frame, 100);

      // Each decoded image is 340 KiB: 100 MiB a round.
      ResidentMemory.assertGrowsByLessThan(15 * 1024, () -> read(camera, frame, 300));
    }
  }

  @Test
  void openingAFilmOftenDoesNotGrowTheProcess() throws Exception {
    String film = "file:%s/film.mp4?speed=max".formatted(folder);
    openAndClose(film, 20);

    // Each holds some 2 MiB of pictures: 80 MiB a round.
    ResidentMemory.assertGrowsByLessThan(20 * 1024, () -> openAndClose(film, 40));
  }

  @Test
  void aStreamThatBreaksOffOftenDoesNotGrowTheProcess() throws Exception {
    try (MjpegServer server =
        new MjpegServer(
            true,
            viewer -> {
              for (int i = 0; i < 5; i++) {
                viewer.show(i);
              }
            })) {
      openAndClose(server.url(), 20);

      // Each holds some 1 MiB of pictures and a thread: 60 MiB a round.
      ResidentMemory.assertGrowsByLessThan(20 * 1024, () -> openAndClose(server.url(), 60));
    }
  }

  private static void openAndClose(String source, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      open(source).close();
    }
  }

  private static void read(OpenCamera camera, CameraFrame frame, int frames) throws Exception {
    for (int i = 0; i < frames; i++) {
      camera.source().read(frame);
    }
  }

  private static OpenCamera open(String source) throws Exception {
    return new CameraSources(
            intrinsics -> frame -> List.of(), Duration.ofSeconds(5), CaptureClock.system())
        .openerFor(CameraConfig.uncalibrated("cam0", source, "lab", 30))
        .open();
  }
}
