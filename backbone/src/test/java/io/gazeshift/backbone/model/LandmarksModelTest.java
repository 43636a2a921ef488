package io.gazeshift.backbone.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.landmarks.LandmarkNetwork;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.HeldOut;
import io.gazeshift.glsge.data.SourceBank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The built-in model for real faces, as its files are. */
class LandmarksModelTest {

  private final ModelDirectory model = ModelDirectory.builtIn(BuiltInModel.LANDMARKS);

  @Test
  void itsBackboneIsWhatTheCodeWrites() {
    assertThat(model.backboneFile().bytes()).isEqualTo(LandmarkNetwork.write());
  }

  @Test
  void itsHeadErrsOnPeopleHeldOutAsItsPageSays() {
    HeadFile head = model.sourceHeadFile();
    SourceBank bank = bank();
    HeldOut heldOut = head.heldOut().orElseThrow();
    assertThat(heldOut.isOf(bank)).isTrue();
    assertThat(heldOut.persons()).hasSize(48);

    SourceBank others = bank.rows(heldOut.split(bank).heldOut());

    // docs/results/2026-11-18-landmarks-model.md says 8.48 for 800 people.
    assertThat(
            Evaluation.of(head.head(), others.features(), others.gaze(), others.persons())
                .meanDeg())
        .isCloseTo(8.5, within(1.0));
  }

  @Test
  void itsBankIsSmallAndOfItsBackbone() throws IOException {
    assertThat(Files.size(bankFile())).isLessThan(1_000_000);
    assertThat(bank().backboneFingerprint())
        .isEqualTo(model.sourceHeadFile().backboneFingerprint());
  }

  private SourceBank bank() {
    return SourceBank.read(bankFile());
  }

  private Path bankFile() {
    return model.ownBank().orElseThrow();
  }
}
