package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.source.CaptureClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredCamerasTest {

  private static final CameraConfig RENDERED =
      new CameraConfig("lab0", "synthetic:lab", "lab", 15, Optional.empty(), 60);

  @TempDir Path models;

  @Test
  void aRenderedCameraNeedsNoFaceModels() {
    assertThatCode(() -> check(true)).doesNotThrowAnyException();
  }

  @Test
  void withoutPicturesARenderedFaceWouldHaveNothingLeft() {
    assertThatThrownBy(() -> check(false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("ingest.patches: is false, but camera 'lab0' is synthetic")
        .hasMessageContaining("set ingest.patches to true");
  }

  private void check(boolean patches) {
    IngestConfig ingest =
        new IngestConfig(
            90, 8, 224, 960, 600, Duration.ofSeconds(5), Optional.empty(), false, patches);
    try (ConfiguredCameras cameras =
        new ConfiguredCameras(
            List.of(RENDERED), FacesConfig.withModels(models), ingest, CaptureClock.system())) {
      cameras.check();
    }
  }
}
