package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.sections.CameraConfig;
import io.gazeshift.ingest.source.Frame;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;

class CameraSourcesTest {

  private final CameraSources sources = new CameraSources(new ManualClock());

  @ParameterizedTest
  @ValueSource(strings = {"studio", "lab"})
  void opensEverySyntheticScene(String scene) throws Exception {
    try (OpenCamera camera = open("cam0", "synthetic:" + scene);
        Frame frame = Frame.of(camera.source().intrinsics())) {
      assertThat(camera.source().intrinsics()).isEqualTo(SyntheticScene.named(scene).intrinsics());
      assertThat(camera.source().read(frame)).isTrue();
      assertThat(camera.locator().locate(frame)).hasSize(1);
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
  @ValueSource(strings = {"rtsp//oops", "synthetic", "synthetic:lab?seed=x", "synthetic:lab?sed=1"})
  void anUnknownSourceIsRefusedWithAnExample(String source) {
    assertThatThrownBy(
            () -> sources.openerFor(CameraConfig.uncalibrated("cam0", source, "lab", 30)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the source of cam0, '" + source + "'")
        .hasMessageContaining("synthetic:studio");
  }

  @Test
  void anUnknownSceneIsRefusedWithItsCamera() {
    assertThatThrownBy(
            () ->
                sources.openerFor(CameraConfig.uncalibrated("cam0", "synthetic:beach", "lab", 30)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the source of cam0")
        .hasMessageContaining("'beach'");
  }

  private double difference(String id1, String source1, String id2, String source2)
      throws Exception {
    try (OpenCamera one = open(id1, source1);
        OpenCamera two = open(id2, source2);
        Frame a = Frame.of(one.source().intrinsics());
        Frame b = Frame.of(two.source().intrinsics())) {
      one.source().read(a);
      two.source().read(b);
      return Core.norm(a.bgr(), b.bgr(), Core.NORM_L1);
    }
  }

  private OpenCamera open(String id, String source) throws Exception {
    return new CameraSources(new ManualClock())
        .openerFor(CameraConfig.uncalibrated(id, source, "lab", 30))
        .open();
  }
}
