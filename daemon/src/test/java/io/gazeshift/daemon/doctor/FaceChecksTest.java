package io.gazeshift.daemon.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.config.GivenValue;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.doctor.CheckFinding.Health;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaceChecksTest {

  @TempDir private Path empty;

  @Test
  void missingFaceModelsAreAFailureWhereACameraNeedsThem() {
    CheckFinding finding = faceModels("synthetic:lab", "/dev/video0");

    assertThat(finding.health()).isEqualTo(Health.BAD);
    assertThat(finding.what()).contains(empty.toString()).contains("gazeshift models fetch");
  }

  @Test
  void missingFaceModelsAreANoteWhereNoCameraNeedsThem() {
    assertThat(faceModels().health()).isEqualTo(Health.NOTE);
    assertThat(faceModels("synthetic:lab").health()).isEqualTo(Health.NOTE);
  }

  @Test
  void aSourceThatCannotBeUnderstoodIsLeftToTheCheckOfItsCamera() {
    assertThat(faceModels("webcam").health()).isEqualTo(Health.NOTE);
  }

  private CheckFinding faceModels(String... sources) {
    List<GivenValue> values = new ArrayList<>();
    values.add(GivenValue.text("faces.models", empty.toString(), "test"));
    for (int i = 0; i < sources.length; i++) {
      values.add(GivenValue.text("cameras[%d].id".formatted(i), "cam" + i, "test"));
      values.add(GivenValue.text("cameras[%d].source".formatted(i), sources[i], "test"));
    }
    GazeshiftConfig config = GazeshiftConfig.load(Optional.empty(), Map.of(), values);
    return FaceChecks.all(config).get(0).run();
  }
}
