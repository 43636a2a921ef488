package io.gazeshift.daemon.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.model.BaselineModelMaker.Report;
import io.gazeshift.glsge.head.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineModelMakerTest {

  @TempDir Path directory;

  @Test
  void theSameSeedMakesTheSameFilesAndTheyAreAModel() throws IOException, InterruptedException {
    Path one = directory.resolve("one");
    Path two = directory.resolve("two");

    Report report = BaselineModelMaker.make(one, 5, 400, (done, total) -> {});
    BaselineModelMaker.make(two, 5, 400, (done, total) -> {});

    for (String name :
        new String[] {"backbone.onnx", "backbone.json", "head.safetensors", "README.md"}) {
      assertThat(two.resolve(name)).hasSameBinaryContentAs(one.resolve(name));
    }
    // So few patches show too few people for more.
    assertThat(report.meanErrorDeg()).isLessThan(0.7 * report.blindErrorDeg());
    assertThat(Files.readString(one.resolve("README.md")))
        .contains("--seed 5 --samples 400")
        .contains(report.toString());
    try (Backbone backbone = ModelDirectory.of(one).openBackbone(new BackboneOptions("cpu", 1))) {
      assertThat(backbone.featureSize()).isEqualTo(128);
    }
  }

  @Test
  void tooFewSamplesAreRefused() {
    assertThatThrownBy(() -> BaselineModelMaker.make(directory, 1, 100, (done, total) -> {}))
        .hasMessage("a model of 128 features needs 256 samples or more, got 100");
  }

  @Test
  void theProjectionFindsTheDirectionsOfMostVariance() {
    // Three numbers that only move along (3, 4, 0) / 5, and a little along the last axis.
    Random random = new Random(1);
    int n = 500;
    float[] rows = new float[3 * n];
    for (int i = 0; i < n; i++) {
      double along = random.nextGaussian();
      rows[3 * i] = (float) (10 + 3 * along);
      rows[3 * i + 1] = (float) (20 + 4 * along);
      rows[3 * i + 2] = (float) (0.1 * random.nextGaussian());
    }

    Projection projection = Projection.principalComponents(rows, 3, 1);
    float[] projected = projection.apply(rows);

    assertThat(projection.weight()[1] / projection.weight()[0]).isCloseTo(4 / 3f, within(1e-3f));
    assertThat(projection.weight()[1]).isPositive();
    double mean = 0;
    double square = 0;
    for (float value : projected) {
      mean += value / n;
      square += value * value / n;
    }
    assertThat(mean).isCloseTo(0, within(1e-4));
    assertThat(square).isCloseTo(1, within(1e-3));
  }

  @Test
  void theHeadLearnsAFunctionThatIsNotLinear() {
    Random random = new Random(2);
    int n = 4000;
    float[] features = new float[4 * n];
    float[] angles = new float[2 * n];
    for (int i = 0; i < features.length; i++) {
      features[i] = (float) random.nextGaussian();
    }
    for (int i = 0; i < n; i++) {
      angles[2 * i] = 0.3f * Math.abs(features[4 * i]);
      angles[2 * i + 1] = 0.2f * features[4 * i + 1] - 0.1f;
    }

    Head head = RandomFeatureHead.fit(features, 4, angles, 3);

    float[] predicted = new float[2 * n];
    head.predict(features, 0, n, predicted, 0);
    double error = 0;
    for (int i = 0; i < predicted.length; i++) {
      error += Math.abs(predicted[i] - angles[i]) / predicted.length;
    }
    assertThat(error).isLessThan(0.03);
  }
}
