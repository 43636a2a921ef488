package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PersonErrorsTest {

  private static final int PEOPLE = 40;
  private static final int EACH = 60;
  private static final double BIAS = 0.06;
  private static final double NOISE = 0.04;

  private final Random random = new Random(5);
  private final Matrix gaze = Matrix.zeros(PEOPLE * EACH, 2);
  private final Matrix seen = Matrix.zeros(PEOPLE * EACH, 2);
  private final long[] persons = new long[PEOPLE * EACH];

  @Test
  void slopeNoiseAndBiasAreToldApart() {
    people(0.8);

    PersonErrors errors = PersonErrors.of(seen, gaze, persons);

    assertThat(errors.slope().yaw()).isCloseTo(0.8, within(0.02));
    assertThat(Math.sqrt(errors.noise().yaw())).isCloseTo(NOISE, withinPercentage(5));
    assertThat(Math.sqrt(errors.bias().yaw())).isCloseTo(BIAS, withinPercentage(25));
  }

  @Test
  void theBiasNeedsSeveralPeople() {
    Matrix predicted = Matrix.of(new double[][] {{0, 0.1}, {0, 0.1}, {0, -0.1}, {0, 0}});
    Matrix truth = Matrix.zeros(4, 2);

    assertThat(PersonErrors.of(predicted, truth, new long[] {1, 1, 2, 3}).bias().yaw())
        .isCloseTo(0.01, within(1e-12));
    assertThat(PersonErrors.of(predicted, truth, new long[] {1, 1, 2, 2}).bias().yaw()).isZero();
    assertThat(PersonErrors.of(predicted, truth, new long[0]).bias().yaw()).isZero();
  }

  /** Features are the gaze as each person shows it, so a regression errs by just that. */
  @Test
  void peopleLeftOutOfARegressionShowTheSameErrors() {
    people(1);
    float[] features = new float[2 * gaze.rows()];
    for (int i = 0; i < features.length; i++) {
      features[i] = (float) seen.data()[i];
    }
    SourceBank bank = new SourceBank(FeatureRows.of(features, 2), gaze, persons, "");
    FeatureJitter none =
        FeatureJitter.of(FeatureRows.of(new float[4], 2), Grouping.of(new int[] {0, 0}));

    PersonErrors errors = LeftOutPeople.errors(bank, none, new SplittableRandom(1));

    assertThat(Math.sqrt(errors.noise().yaw())).isCloseTo(NOISE, withinPercentage(20));
    assertThat(Math.sqrt(errors.bias().yaw())).isCloseTo(BIAS, withinPercentage(35));
  }

  private void people(double slope) {
    for (int p = 0; p < PEOPLE; p++) {
      double[] off = {BIAS * random.nextGaussian(), BIAS * random.nextGaussian()};
      for (int i = p * EACH; i < (p + 1) * EACH; i++) {
        persons[i] = p;
        for (int c = 0; c < 2; c++) {
          gaze.set(i, c, 0.2 * random.nextGaussian());
          seen.set(i, c, slope * gaze.get(i, c) + off[c] + NOISE * random.nextGaussian());
        }
      }
    }
  }
}
