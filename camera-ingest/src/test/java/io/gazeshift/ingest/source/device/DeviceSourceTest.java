package io.gazeshift.ingest.source.device;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.SourceAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DeviceSourceTest {

  @TempDir Path folder;

  @Test
  void aDeviceThatIsAwaySaysWhereToLook() {
    assertThatThrownBy(() -> open("v4l2:/dev/video987?width=640&height=480&format=mjpeg"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/dev/video987 does not exist; check that the camera is plugged in");
  }

  @Test
  void whatIsNoCameraIsRejected() throws IOException {
    Path file = Files.createFile(folder.resolve("video0"));

    assertThatThrownBy(() -> open("v4l2:" + file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + "; check that it is a camera");
  }

  private static void open(String source) throws IOException {
    DeviceSource.open(
            (SourceAddress.Device) SourceAddress.parse(source),
            30,
            (width, height) -> CameraIntrinsics.assumed(width, height, 60),
            new ManualClock())
        .close();
  }
}
