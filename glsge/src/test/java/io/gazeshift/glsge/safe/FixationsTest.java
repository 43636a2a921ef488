package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixationsTest {

  private static final long FRAME_MICROS = 33_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void clearMovesAreFoundAndFewOthers(long seed) {
    Random random = new Random(seed);
    int held = 8;
    int fixations = 100;
    Matrix gaze = Matrix.zeros(fixations * held, 2);
    for (int f = 0; f < fixations; f++) {
      // Neighbours differ by at least ten times the jitter in yaw.
      double yaw = (f % 2 == 0 ? 0.1 : -0.1) + 0.02 * random.nextGaussian();
      for (int i = f * held; i < (f + 1) * held; i++) {
        gaze.set(i, 0, 0.01 * random.nextGaussian());
        gaze.set(i, 1, yaw + 0.01 * random.nextGaussian());
      }
    }

    int[] found = find(gaze);

    int missed = 0;
    int split = 0;
    for (int i = 1; i < found.length; i++) {
      boolean begins = found[i] != found[i - 1];
      missed += i % held == 0 && !begins ? 1 : 0;
      split += i % held != 0 && begins ? 1 : 0;
    }
    assertThat(missed).isZero();
    assertThat(split).isLessThan(15);
  }

  @Test
  void anEyeThatStaysIsHardlySplit() {
    Random random = new Random(5);
    Matrix gaze = Matrix.zeros(300, 2);
    for (int i = 0; i < gaze.data().length; i++) {
      gaze.data()[i] = 0.01 * random.nextGaussian();
    }

    assertThat(Arrays.stream(find(gaze)).max().orElseThrow()).isLessThan(10);
  }

  @Test
  void aGapAndAnotherFaceEndAFixation() {
    Matrix gaze = Matrix.zeros(6, 2);

    int[] found =
        Fixations.DEFAULT.find(
            gaze, new long[] {1, 2, 1, 2, 1, 2}, new long[] {0, 0, 100, 100, 400_000, 101_000});

    assertThat(found[2]).isEqualTo(found[0]);
    assertThat(found[3]).isEqualTo(found[1]).isNotEqualTo(found[0]);
    assertThat(found[4]).isNotEqualTo(found[2]);
    assertThat(found[5]).isEqualTo(found[3]);
  }

  @Test
  void aStreamOutOfOrderIsRejected() {
    assertThatThrownBy(
            () -> Fixations.DEFAULT.find(Matrix.zeros(2, 2), new long[] {7, 7}, new long[] {5, 4}))
        .hasMessage("frame 1 of track 7 is older than the one before it; sort the stream by time");
  }

  @Test
  void glancesMakeAPriorUnlessTheyAreTooFew() {
    Matrix three = Matrix.of(new double[][] {{0, 0.4}, {0.02, 0.5}, {-0.02, 0.45}});

    assertThat(GlancePrior.of(three).meanY()).isBetween(0.449, 0.451);
    assertThatThrownBy(() -> GlancePrior.of(three.rows(0, 2)))
        .hasMessageStartingWith("a prior needs at least 3 labelled glances, got 2");
  }

  private static int[] find(Matrix gaze) {
    long[] track = new long[gaze.rows()];
    long[] micros = new long[gaze.rows()];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = i * FRAME_MICROS;
    }
    return Fixations.DEFAULT.find(gaze, track, micros);
  }
}
