package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.HeldOut;
import io.gazeshift.glsge.data.SourceBank;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedPeopleTest {

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void begin() {
    line = new OfflineLine(directory);
  }

  @Test
  void aHeadNamesItsValidationPeopleInTheSmallerBank() {
    Path people = ModelDirectory.builtIn(BuiltInModel.LANDMARKS).ownBank().orElseThrow();

    line.succeeds(
        "head",
        "train",
        "--bank",
        people.toString(),
        "--out",
        "@head",
        "--bank-out",
        "@bank",
        "--bank-people",
        "10",
        "--epochs",
        "1",
        "--device",
        "cpu");

    SourceBank bank = SourceBank.read(line.file("bank"));
    HeldOut heldOut = HeadFile.read(line.file("head")).heldOut().orElseThrow();
    assertThat(Arrays.stream(bank.persons()).distinct()).hasSize(10);
    assertThat(heldOut.isOf(bank)).isTrue();
    assertThat(heldOut.persons()).containsExactlyInAnyOrder(4L, 9L);
  }

  @Test
  void simulatingNeedsFaceModelsAndAFaceForEachPerson() throws Exception {
    Files.createDirectory(line.file("empty"));
    line.refuses(
        1,
        new String[] {
          "bank", "simulate", "--out", "@bank", "--set", "faces.models=" + line.file("empty")
        },
        "gazeshift models fetch");
    line.refuses(
        2,
        new String[] {"bank", "simulate", "--out", "@bank", "--samples", "10", "--people", "20"},
        "--samples: 10 is too few for 20 people");
  }
}
