package io.gazeshift.backbone.quantise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.samples.LabelledPatches;
import io.gazeshift.common.UserError;
import io.gazeshift.ingest.synthetic.Staging;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built-in model of pictures, on rendered faces. */
class BackboneQuantiserTest {

  private static final BackboneQuantiser.Settings USUAL =
      new BackboneQuantiser.Settings(WeightBits.SEVEN, 1.0);

  private static LabelledPatches calibration;
  private static LabelledPatches check;

  @BeforeAll
  static void render() throws Exception {
    Staging studio = Staging.of(SyntheticScene.STUDIO);
    calibration = LabelledPatches.rendered(studio, 1, 48);
    check = LabelledPatches.rendered(studio, 2, 48);
  }

  @Test
  void theBuiltInModelHardlyChangesItsGaze(@TempDir Path directory) throws Exception {
    ModelDirectory studio = ModelDirectory.builtIn(BuiltInModel.STUDIO);
    Path out = directory.resolve("int8");
    QuantisationReport report =
        new BackboneQuantiser(studio, USUAL)
            .quantise(
                out, calibration, check, fraction -> assertThat(fraction).isBetween(0.0, 1.0));
    assertThat(report.change().faces()).isEqualTo(48);
    assertThat(report.change().meanDeg()).isBetween(1e-4, 1.0);
    assertThat(report.change().errorAfterDeg()).isLessThan(report.change().errorBeforeDeg() + 0.3);
    assertThat(report.layers()).isEqualTo(12);
    assertThat(report.quantisedLayers()).isBetween(11, 12);
    assertThat(report.bytesAfter()).isLessThan(report.bytesBefore() / 2);
    assertThat(report.speed().ratio()).isPositive();

    // A model like any other: its head belongs to its own backbone, which is another one.
    ModelDirectory written = ModelDirectory.of(out);
    assertThat(written.sourceHead().sha256()).isEqualTo(studio.sourceHead().sha256());
    try (Backbone before = studio.openBackbone(BackboneOptions.DEFAULT);
        Backbone after = written.openBackbone(BackboneOptions.DEFAULT)) {
      assertThat(after.featureSize()).isEqualTo(before.featureSize());
      assertThat(after.fingerprint()).isNotEqualTo(before.fingerprint());
    }
    assertThat(written.ownBank()).isEmpty();
  }

  @Test
  void aModelWhoseGazeChangesTooMuchIsNotWritten(@TempDir Path directory) {
    BackboneQuantiser strict =
        new BackboneQuantiser(
            ModelDirectory.builtIn(BuiltInModel.STUDIO),
            new BackboneQuantiser.Settings(WeightBits.SEVEN, 1e-6));
    Path out = directory.resolve("int8");
    assertThatThrownBy(() -> strict.quantise(out, calibration, check, fraction -> {}))
        .isInstanceOf(UserError.class)
        .hasMessageMatching(
            "built-in model studio: rejected: int8 moves the gaze by [0-9.]+° on average, limit"
                + " 0.00°, so nothing was written; calibrate on .*");
    assertThat(out).doesNotExist();
  }

  @Test
  void anExistingModelIsNotOverwritten(@TempDir Path directory) throws Exception {
    ModelDirectory studio = ModelDirectory.builtIn(BuiltInModel.STUDIO);
    ModelDirectory.write(directory, studio.backboneFile().bytes(), studio.input());
    assertThatThrownBy(
            () ->
                new BackboneQuantiser(studio, USUAL)
                    .quantise(directory, calibration, check, fraction -> {}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("models are never overwritten");
  }

  @Test
  void landmarksAreNotForInt8() {
    assertThatThrownBy(
            () -> new BackboneQuantiser(ModelDirectory.builtIn(BuiltInModel.LANDMARKS), USUAL))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("quantise a backbone that takes patches");
  }
}
