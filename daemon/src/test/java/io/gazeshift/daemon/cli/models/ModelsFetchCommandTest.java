package io.gazeshift.daemon.cli.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.daemon.cli.offline.OfflineLine;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsFetchCommandTest {

  @TempDir private Path dir;

  @Test
  void aDirectoryThatIsNotThereIsRejected() {
    new OfflineLine(dir)
        .refuses(2, new String[] {"models", "fetch", "--from", "@nowhere"}, "--from", "nowhere");
  }

  @Test
  void aDirectoryWithoutTheTarballsIsTold() {
    new OfflineLine(dir)
        .refuses(
            1,
            new String[] {"models", "fetch", "--from", "@", "--set", models()},
            "--from",
            "mediapipe-face_detection-0.4.1657300184.tgz");
  }

  @Test
  void aDamagedTarballIsRejectedAndNothingWritten() throws Exception {
    Files.writeString(dir.resolve("mediapipe-face_detection-0.4.1657300184.tgz"), "damaged");
    new OfflineLine(dir)
        .refuses(1, new String[] {"models", "fetch", "--from", "@", "--set", models()}, "SHA-256");
    assertThat(dir.resolve("models")).doesNotExist();
  }

  @Test
  void aDirectoryWithoutTheGazeNetworkIsTold() {
    new OfflineLine(dir)
        .refuses(
            1,
            new String[] {"models", "fetch", "--gaze", "intel", "--from", "@", "--set", models()},
            "--from",
            "gaze-estimation-adas-0002.xml");
  }

  @Test
  void aDamagedGazeNetworkIsRefusedAndNothingWritten() throws Exception {
    Files.write(dir.resolve("gaze-estimation-adas-0002.xml"), new byte[68_724]);
    new OfflineLine(dir)
        .refuses(
            1,
            new String[] {"models", "fetch", "--gaze", "intel", "--from", "@", "--set", models()},
            "SHA-384");
    assertThat(dir.resolve("models")).doesNotExist();
  }

  @Test
  void anotherGazeNetworkIsRefused() {
    new OfflineLine(dir)
        .refuses(2, new String[] {"models", "fetch", "--gaze", "other"}, "--gaze", "INTEL");
  }

  private String models() {
    return "faces.models=" + dir.resolve("models");
  }
}
