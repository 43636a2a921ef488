package io.gazeshift.backbone.landmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.input.LandmarkInput;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LandmarkFeaturesTest {

  private final Random random = new Random(1);

  @Test
  void whereTheFaceIsInTheImageDoesNotMatter() {
    for (int i = 0; i < 100; i++) {
      float[] row = SampleRow.disturbed(random, 1);
      float[] moved = row.clone();
      for (int k = 0; k < LandmarkInput.ROTATION; k++) {
        moved[k] += shift(k, 7, -3);
      }
      assertThat(LandmarkFeatures.of(moved))
          .containsExactly(LandmarkFeatures.of(row), within(1e-3f));
    }
  }

  @Test
  void anIrisThatMovesSidewaysChangesTheFirstFeature() {
    float[] row = SampleRow.straight();
    float[] moved = row.clone();
    moved[SampleRow.IRIS] += 2;
    moved[LandmarkInput.EYE + SampleRow.IRIS] += 2;

    assertThat(LandmarkFeatures.raw(moved)[0] - LandmarkFeatures.raw(row)[0])
        .isCloseTo(2, within(1e-4));
    assertThat(LandmarkFeatures.raw(moved)[1]).isCloseTo(0, within(1e-4));
  }

  @Test
  void featuresAreClipped() {
    for (float feature : LandmarkFeatures.of(SampleRow.disturbed(random, 1e6))) {
      assertThat(feature).isBetween(-4f, 4f);
    }
  }

  @Test
  void anotherNumberOfNumbersIsRejected() {
    assertThatThrownBy(() -> LandmarkFeatures.of(new float[146]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row of landmarks has 147 numbers, got 146");
  }

  /** By how much a number of the row changes when the face moves; a radius does not. */
  private static float shift(int number, float x, float y) {
    if (number >= LandmarkInput.SKULL) {
      return number % 2 == LandmarkInput.SKULL % 2 ? x : y;
    }
    int inEye = number % LandmarkInput.EYE;
    return inEye == LandmarkInput.EYE - 1 ? 0 : inEye % 2 == 0 ? x : y;
  }
}
