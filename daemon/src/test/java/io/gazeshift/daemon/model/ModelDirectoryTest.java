package io.gazeshift.daemon.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.Gaze;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelDirectoryTest {

  private static final BackboneOptions CPU = new BackboneOptions("cpu", 1);

  @TempDir Path directory;

  @Test
  void theBuiltInModelIsMuchBetterThanAlwaysAnsweringTheMean() throws InterruptedException {
    ModelDirectory model = ModelDirectory.builtIn();
    int count = 200;
    try (Backbone backbone = model.openBackbone(CPU);
        SyntheticPatches patches = new SyntheticPatches(SyntheticScene.STUDIO, 4711)) {
      LabelledResponses seen =
          LabelledResponses.of(
              backbone, model.preprocessing(), patches, count, (done, total) -> {});
      float[] predicted = new float[count * Head.OUTPUTS];
      model.sourceHead().predict(seen.rows(), 0, count, predicted, 0);
      double error = 0;
      double blindError = 0;
      for (int i = 0; i < count; i++) {
        Gaze truth = gaze(seen.angles(), i);
        error += Math.toDegrees(gaze(predicted, i).angleToRad(truth)) / count;
        blindError += Math.toDegrees(Gaze.INTO_CAMERA.angleToRad(truth)) / count;
      }

      assertThat(error).isLessThan(blindError / 2);
    }
  }

  @Test
  void aDirectoryWithTheSameFilesIsTheSameModel() throws IOException {
    copyBuiltIn();

    try (Backbone builtIn = ModelDirectory.builtIn().openBackbone(CPU);
        Backbone copied = ModelDirectory.of(directory).openBackbone(CPU)) {
      assertThat(copied.fingerprint()).isEqualTo(builtIn.fingerprint());
    }
    assertThat(ModelDirectory.of(directory).sourceHead())
        .isEqualTo(ModelDirectory.builtIn().sourceHead());
  }

  @ParameterizedTest
  @ValueSource(strings = {"backbone.onnx", "backbone.json"})
  void aMissingFileIsNamed(String fileName) throws IOException {
    copyBuiltIn();
    Files.delete(directory.resolve(fileName));

    assertThatThrownBy(() -> ModelDirectory.of(directory))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(directory.resolve(fileName) + ": no such file")
        .hasMessageNotContaining("\n");
  }

  @Test
  void withoutAHeadThereIsABackboneToMakeOneWith() throws IOException {
    copyBuiltIn();
    Files.delete(directory.resolve(ModelDirectory.HEAD));

    ModelDirectory model = ModelDirectory.of(directory);

    try (Backbone backbone = model.openBackbone(CPU)) {
      assertThat(backbone.featureSize()).isEqualTo(128);
    }
    assertThat(model.hasSourceHead()).isFalse();
    assertThatThrownBy(model::sourceHead)
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(directory.resolve("head.safetensors") + ": no such file")
        .hasMessageContaining("gazeshift head train");
  }

  @Test
  void aMissingDirectoryIsNamed() {
    Path nowhere = directory.resolve("nowhere");

    assertThatThrownBy(() -> ModelDirectory.of(nowhere))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(nowhere + ": not a directory");
  }

  @Test
  void aDamagedHeadIsRefused() throws IOException {
    copyBuiltIn();
    byte[] head = Files.readAllBytes(directory.resolve(ModelDirectory.HEAD));
    head[head.length - 1] ^= 1;
    Files.write(directory.resolve(ModelDirectory.HEAD), head);

    assertThatThrownBy(() -> ModelDirectory.of(directory))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("head.safetensors: its weights hash to");
  }

  @Test
  void aHeadForAnotherBackboneIsRefused() throws IOException {
    copyBuiltIn();
    Head head = ModelDirectory.builtIn().sourceHead();
    new HeadFile(head, "f00d").write(directory.resolve(ModelDirectory.HEAD));

    assertThatThrownBy(() -> ModelDirectory.of(directory).openBackbone(CPU))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("head.safetensors: was made for the backbone f00d");
  }

  @Test
  void aHeadForAnotherNumberOfFeaturesIsRefused() throws IOException {
    copyBuiltIn();
    Head narrow =
        new Head(
            new DenseLayer(3, 1, new float[3], new float[1]),
            new DenseLayer(1, 1, new float[1], new float[1]),
            new DenseLayer(1, 2, new float[2], new float[2]));
    new HeadFile(narrow, "f00d").write(directory.resolve(ModelDirectory.HEAD));

    assertThatThrownBy(() -> ModelDirectory.of(directory).openBackbone(CPU))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("takes 3 features, the backbone gives 128");
  }

  @Test
  void aBankBesideTheModelIsItsOwn() throws IOException {
    copyBuiltIn();
    assertThat(ModelDirectory.of(directory).ownBank()).isEmpty();

    Path bank = Files.writeString(directory.resolve("bank.safetensors"), "");
    assertThat(ModelDirectory.of(directory).ownBank()).hasValue(bank);
  }

  private void copyBuiltIn() throws IOException {
    for (String name :
        new String[] {ModelDirectory.BACKBONE, "backbone.json", ModelDirectory.HEAD}) {
      try (InputStream in = getClass().getResourceAsStream("/models/baseline/" + name)) {
        Files.copy(in, directory.resolve(name));
      }
    }
  }

  private static Gaze gaze(float[] angles, int index) {
    return new Gaze(angles[2 * index], angles[2 * index + 1]);
  }
}
