package io.gazeshift.glsge.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeadAccuracyTest {

  @Test
  void normalErrorsHaveTheirStandardDeviationAndPeopleTheirs() {
    int people = 400;
    int each = 50;
    Random random = new Random(3);
    Matrix predicted = Matrix.zeros(people * each, 2);
    Matrix truth = Matrix.zeros(people * each, 2);
    long[] persons = new long[people * each];
    for (int person = 0; person < people; person++) {
      double bias = 0.03 * random.nextGaussian();
      for (int i = person * each; i < (person + 1) * each; i++) {
        persons[i] = person;
        truth.set(i, 0, random.nextGaussian());
        truth.set(i, 1, random.nextGaussian());
        predicted.set(i, 0, truth.get(i, 0) + bias + 0.04 * random.nextGaussian());
        predicted.set(i, 1, truth.get(i, 1) + 0.02 * random.nextGaussian());
      }
    }

    HeadAccuracy accuracy = HeadAccuracy.of(predicted, truth, persons).orElseThrow();

    assertThat(accuracy.pitchRad()).isCloseTo(0.05, within(0.003));
    assertThat(accuracy.yawRad()).isCloseTo(0.02, within(0.001));
    assertThat(accuracy.personPitchRad()).isCloseTo(0.03, within(0.003));
    assertThat(accuracy.personYawRad()).isLessThan(0.002);
  }

  @Test
  void twoPeopleAreTooFew() {
    assertThat(HeadAccuracy.of(Matrix.zeros(4, 2), Matrix.zeros(4, 2), new long[] {1, 1, 2, 2}))
        .isEmpty();
  }

  @Test
  void metadataThatIsNoNumberIsRejectedByName() {
    assertThat(HeadAccuracy.read(Map.of())).isEmpty();
    assertThatThrownBy(
            () -> HeadAccuracy.read(Map.of("error68_pitch_deg", "7", "error68_yaw_deg", "wide")))
        .hasMessageContaining("error68_yaw_deg")
        .hasMessageContaining("wide");
  }
}
