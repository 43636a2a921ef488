package io.gazeshift.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceLandmarks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IrisPlausibilityTest {

  @Test
  void anOrdinaryFaceIsBelieved() {
    assertThat(IrisPlausibility.score(face(eye(1), eye(1)))).isEqualTo(1);
  }

  @Test
  void eyesThatShutAreBelievedLessAndLess() {
    double last = 1;
    for (double open = 1; open >= 0; open -= 0.05) {
      double score = IrisPlausibility.score(face(eye(open), eye(1)));
      assertThat(score).isBetween(0.0, last);
      last = score;
    }
    assertThat(IrisPlausibility.score(face(eye(0.6), eye(0.6)))).isGreaterThan(0.9);
    assertThat(last).isZero();
  }

  @ParameterizedTest
  @CsvSource({"5.85, 5.85, 1", "5.2, 5.6, 1", "3.4, 3.4, 0", "9, 9, 0", "5.85, 3.4, 0"})
  void irisesHaveTheirSizeAndAreAlike(float right, float left, double expected) {
    assertThat(
            IrisPlausibility.score(face(eye(1).setIrisRadius(right), eye(1).setIrisRadius(left))))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1", "5, 1, 1", "20, 0, 0", "0, 9, 0", "0, -12, 0", "NaN, 0, 0"})
  void irisesLieBetweenTheLids(float across, float down, double expected) {
    assertThat(IrisPlausibility.score(face(eye(1).setIrisX(across).setIrisY(down), eye(1))))
        .isEqualTo(expected);
  }

  static FaceLandmarks shutEyes() {
    return face(eye(0), eye(0));
  }

  private static FaceLandmarks face(EyeLandmarks.Builder right, EyeLandmarks.Builder left) {
    return FaceLandmarks.newBuilder().setRight(right).setLeft(left).build();
  }

  /** Around (0, 0), 28 mm wide, its lids apart by as many times 10 mm. */
  private static EyeLandmarks.Builder eye(double open) {
    EyeLandmarks.Builder eye = EyeLandmarks.newBuilder().setIrisRadius(5.85f);
    for (int i = 0; i < LandmarkPoints.LIDS; i++) {
      double along = i <= 8 ? i / 8.0 : (i - 8) / 8.0;
      double bow = Math.sin(Math.PI * along);
      eye.addLids((float) (-14 + 28 * along));
      eye.addLids((float) (open * bow * (i <= 8 ? 4.5 : -5.5)));
    }
    return eye;
  }
}
