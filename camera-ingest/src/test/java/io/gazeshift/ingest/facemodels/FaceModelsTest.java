package io.gazeshift.ingest.facemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaceModelsTest {

  @TempDir private Path dir;

  @Test
  void aMissingModelIsToldWithTheCommandThatBringsIt() {
    assertThatThrownBy(() -> new FaceModels(dir).read(FaceModel.MESH))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(dir.toString(), "face_landmark.tflite", "gazeshift models fetch");
  }

  @Test
  void anotherFileOfThatNameIsRejectedWithBothHashes() throws Exception {
    Files.writeString(dir.resolve("face_landmark.tflite"), "abc");
    assertThatThrownBy(() -> new FaceModels(dir).read(FaceModel.MESH))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            FaceModel.MESH.sha256(),
            "gazeshift models fetch");
  }

  @Test
  void aFilePlacedByHandIsAsGoodAsAFetchedOne() throws Exception {
    Path fetched = RealModels.orSkip().file(FaceModel.MESH);
    Files.copy(fetched, dir.resolve("face_landmark.tflite"));
    assertThat(new FaceModels(dir).read(FaceModel.MESH)).hasSize(1_241_896);
  }
}
