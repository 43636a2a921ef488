package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PersonBiasTest {

  private static final int FIXATIONS = 400;
  private static final int HELD = 5;
  private static final double SPREAD = 0.1;

  private final Random random = new Random(3);
  private final long[] track = new long[FIXATIONS * HELD];
  private final int[] fixation = new int[FIXATIONS * HELD];

  @Test
  void differencesThatCalibrationPeopleShowAreTheHeads() {
    Matrix bias = bias(0.04, new PerAxis(0, 0.04 * 0.04));

    assertThat(bias.get(0, 0)).isZero();
    assertThat(bias.get(0, 1)).isCloseTo(0.04, within(0.02));
    assertThat(bias.get(HELD, 1)).isCloseTo(-0.04, within(0.02));
  }

  @Test
  void greaterOnesAreMostlyThePeoples() {
    Matrix bias = bias(0.3, new PerAxis(0, 0.01 * 0.01));

    assertThat(Math.abs(bias.get(0, 1))).isLessThan(0.01);
  }

  @Test
  void nothingIsKnownOfOnePersonOrOfUnknownOnes() {
    Matrix gaze = gaze(0.04);
    Grouping fixations = Grouping.of(fixation);
    PerAxis any = new PerAxis(1, 1);

    assertThat(PersonBias.of(gaze, fixations, new long[0], any).data()).containsOnly(0);
    assertThat(PersonBias.of(gaze, fixations, new long[track.length], any).data()).containsOnly(0);
    assertThat(PersonBias.of(gaze, fixations, longs(fixation), any).data())
        .as("as many faces as fixations")
        .containsOnly(0);
  }

  @Test
  void theVarianceOfCalibrationPeopleNeedsSeveralOfThem() {
    Matrix predicted = Matrix.of(new double[][] {{0, 0.1}, {0, 0.1}, {0, -0.1}, {0, 0}});
    Matrix truth = Matrix.zeros(4, 2);

    assertThat(PersonBias.variance(predicted, truth, new long[] {1, 1, 2, 3}).yaw())
        .isCloseTo(0.01, within(1e-12));
    assertThat(PersonBias.variance(predicted, truth, new long[] {1, 1, 2, 2}).yaw()).isZero();
    assertThat(PersonBias.variance(predicted, truth, new long[0]).yaw()).isZero();
  }

  private Matrix bias(double off, PerAxis calibration) {
    Matrix gaze = gaze(off);
    return PersonBias.of(gaze, Grouping.of(fixation), track, calibration);
  }

  /** Two people in turn, of whom one is seen too far to one side and the other to the other. */
  private Matrix gaze(double off) {
    Matrix gaze = Matrix.zeros(track.length, 2);
    for (int f = 0; f < FIXATIONS; f++) {
      double yaw = SPREAD * random.nextGaussian() + (f % 2 == 0 ? off : -off);
      for (int i = f * HELD; i < (f + 1) * HELD; i++) {
        gaze.set(i, 1, yaw);
        track[i] = f % 2;
        fixation[i] = f;
      }
    }
    return gaze;
  }

  private static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }
}
