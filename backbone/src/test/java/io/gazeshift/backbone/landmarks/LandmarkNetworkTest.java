package io.gazeshift.backbone.landmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.LandmarkInput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LandmarkNetworkTest {

  private static final int FACES = 500;

  /** Faces that are possible, misread, and mere noise far beyond the bounds. */
  @Test
  void theFileGivesTheFeaturesOfTheReference() {
    Random random = new Random(1);
    FloatBuffer batch =
        ByteBuffer.allocateDirect(FACES * LandmarkInput.WIDTH * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    float[][] rows = new float[FACES][];
    for (int i = 0; i < FACES; i++) {
      rows[i] = SampleRow.disturbed(random, i % 5 == 0 ? 30 : i % 5);
      batch.put(i * LandmarkInput.WIDTH, rows[i]);
    }

    float[] features;
    try (Backbone backbone =
        BackboneFile.of(LandmarkNetwork.write(), "landmarks")
            .open(new LandmarkInput(LandmarkNetwork.OUTPUT), new BackboneOptions("cpu", 1))) {
      assertThat(backbone.featureSize()).isEqualTo(LandmarkFeatures.COUNT);
      features = backbone.features(batch, FACES);
    }

    for (int i = 0; i < FACES; i++) {
      float[] expected = LandmarkFeatures.of(rows[i]);
      for (int k = 0; k < expected.length; k++) {
        assertThat(features[i * expected.length + k])
            .as("feature %d of face %d", k, i)
            .isCloseTo(expected[k], within(1e-4f));
      }
    }
  }

  @Test
  void theFileIsAlwaysTheSame() {
    assertThat(LandmarkNetwork.write()).isEqualTo(LandmarkNetwork.write());
  }
}
