package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.publish.FacePublisher;
import org.junit.jupiter.api.Test;

class CameraConfigTest {

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> CameraConfig.of(" ", "synthetic:lab", "lab"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("no id");
    assertThatThrownBy(() -> CameraConfig.of("cam0", null, "lab"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cameras.cam0.source");
    assertThatThrownBy(() -> CameraConfig.of("cam0", "synthetic:lab", ""))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cameras.cam0.domain");
  }

  @Test
  void numbersOutOfRangeAreRefusedWithTheirValue() {
    assertThatThrownBy(() -> config(Double.NaN, 90))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cameras.cam0.fps: NaN");
    assertThatThrownBy(() -> config(30, 0))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cameras.cam0.jpegQuality: 0");
  }

  private static CameraConfig config(double fps, int jpegQuality) {
    return new CameraConfig(
        "cam0", "synthetic:lab", "lab", fps, jpegQuality, FacePublisher.Limits.DEFAULT);
  }
}
