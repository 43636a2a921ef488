package io.gazeshift.backbone.landmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.protocol.Rotation;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LandmarkPlausibilityTest {

  @Test
  void anOrdinaryFaceIsBelieved() {
    assertThat(LandmarkPlausibility.score(SampleRow.straight())).isEqualTo(1);
  }

  @Test
  void eyesThatShutAreBelievedLessAndLess() {
    double last = 1;
    for (double open = 1; open >= 0; open -= 0.05) {
      double score = LandmarkPlausibility.score(SampleRow.opened(open));
      assertThat(score).isBetween(0.0, last);
      last = score;
    }
    assertThat(LandmarkPlausibility.score(SampleRow.opened(0.6))).isGreaterThan(0.9);
    assertThat(last).isZero();
  }

  @ParameterizedTest
  @CsvSource({"5.85, 5.85, 1", "5.2, 5.6, 1", "3.4, 3.4, 0", "9, 9, 0", "5.85, 3.4, 0"})
  void irisesHaveTheirSizeAndAreAlike(float right, float left, double expected) {
    float[] row = SampleRow.straight();
    row[SampleRow.IRIS + 2] = right;
    row[LandmarkInput.EYE + SampleRow.IRIS + 2] = left;
    assertThat(LandmarkPlausibility.score(row)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1", "5, 1, 1", "20, 0, 0", "0, 9, 0", "0, -12, 0"})
  void irisesLieBetweenTheLids(float across, float down, double expected) {
    float[] row = SampleRow.straight();
    row[SampleRow.IRIS] += across;
    row[SampleRow.IRIS + 1] += down;
    assertThat(LandmarkPlausibility.score(row)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "45, 1", "75, 0", "100, 0", "-75, 0"})
  void aProfileTellsNoGaze(double yawDegrees, double expected) {
    float[] row = SampleRow.straight();
    double[] turned = Rotation.about(0, 1, 0, Math.toRadians(yawDegrees)).rows();
    for (int i = 0; i < turned.length; i++) {
      row[LandmarkInput.ROTATION + i] = (float) turned[i];
    }
    assertThat(LandmarkPlausibility.score(row)).isEqualTo(expected);
  }

  @Test
  void everyRowHasAScoreFromZeroToOne() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      assertThat(LandmarkPlausibility.score(SampleRow.disturbed(random, i / 10.0)))
          .isBetween(0.0, 1.0);
    }
    assertThat(LandmarkPlausibility.score(new float[LandmarkInput.WIDTH])).isZero();
  }
}
