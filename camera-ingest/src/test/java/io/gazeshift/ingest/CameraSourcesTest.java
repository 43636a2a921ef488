package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;

class CameraSourcesTest {

  private final CameraSources sources = sources(new ManualClock());

  @ParameterizedTest
  @ValueSource(strings = {"studio", "lab", "vehicle"})
  void opensEverySyntheticScene(String scene) throws Exception {
    try (OpenCamera camera = open("cam0", "synthetic:" + scene);
        CameraFrame frame = CameraFrame.of(camera.source().intrinsics())) {
      assertThat(camera.source().intrinsics()).isEqualTo(SyntheticScene.named(scene).intrinsics());
      assertThat(camera.source().read(frame)).isTrue();
      assertThat(camera.locator().locate(frame)).hasSize(1);
      assertThat(camera.known().of(camera.locator().locate(frame).get(0))).isPresent();
    }
  }

  @Test
  void theSeedDecidesWhatIsSeen() throws Exception {
    assertThat(difference("cam0", "synthetic:lab?seed=7", "cam1", "synthetic:lab?seed=7")).isZero();
    assertThat(difference("cam0", "synthetic:lab?seed=7", "cam0", "synthetic:lab?seed=8"))
        .isPositive();
  }

  @Test
  void withoutASeedEachCameraSeesSomebodyElse() throws Exception {
    assertThat(difference("cam0", "synthetic:lab", "cam0", "synthetic:lab")).isZero();
    assertThat(difference("cam0", "synthetic:lab", "cam1", "synthetic:lab")).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          webcam                    | is not supported; use a device (/dev/video0)
          rtsp//oops                | is not supported (perhaps rtsp:)
          rstp://host/x             | is not supported (perhaps rtsp:)
          rtsp:host                 | write it like rtsp://host:554/path
          synthetic                 | is not supported (perhaps synthetic:)
          synthetic:lab?seed=x      | has seed=x, which is not a whole number
          synthetic:lab?sed=1       | has an unknown option 'sed'; perhaps seed=...
          synthetic:beach           | has an unknown scene 'beach'; use one of lab, studio, vehicle
          file:/x.mp4?sped=max      | 'sped'; perhaps speed=... (known: speed, loop)
          file:/x.mp4?speed=fast    | has speed=fast, which is not one of own, max
          file:/x.mp4?loop          | has an option 'loop' without a value
          file:/x?loop=true&loop=no | gives 'loop' twice
          file:                     | has no path
          folder:/x?fps=0           | has fps=0, which is not a number from 0.001 to 1000
          v4l2:/dev/video0?wdth=640 | perhaps width=...
          v4l2:/dev/video0?format=x | has format=x, which is not one of mjpeg, yuyv, nv12, h264
          rtsp://host/x#transport=x | has transport=x, which is not one of tcp, udp
          """)
  void aSourceThatCannotBeIsRejectedWithWhatWasMeant(String source, String why) {
    assertThatThrownBy(
            () -> sources.openerFor(CameraConfig.uncalibrated("cam0", source, "lab", 30)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("cameras: camera cam0: source '" + source + "'")
        .hasMessageContaining(why);
  }

  @Test
  void aRejectionDoesNotShowThePassword() {
    assertThatThrownBy(
            () ->
                sources.openerFor(
                    CameraConfig.uncalibrated(
                        "cam0", "rtsp://admin:hunter2@host/x?pwd=hunter2#verify=maybe", "lab", 30)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("verify=maybe")
        .message()
        .doesNotContain("hunter2");
  }

  private static CameraSources sources(CaptureClock clock) {
    return new CameraSources(intrinsics -> frame -> List.of(), Duration.ofSeconds(5), clock);
  }

  private double difference(String id1, String source1, String id2, String source2)
      throws Exception {
    try (OpenCamera one = open(id1, source1);
        OpenCamera two = open(id2, source2);
        CameraFrame a = CameraFrame.of(one.source().intrinsics());
        CameraFrame b = CameraFrame.of(two.source().intrinsics())) {
      one.source().read(a);
      two.source().read(b);
      return Core.norm(a.bgr(), b.bgr(), Core.NORM_L1);
    }
  }

  private OpenCamera open(String id, String source) throws Exception {
    return sources(new ManualClock())
        .openerFor(CameraConfig.uncalibrated(id, source, "lab", 30))
        .open();
  }
}
