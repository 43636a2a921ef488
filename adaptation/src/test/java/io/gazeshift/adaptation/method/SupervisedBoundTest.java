package io.gazeshift.adaptation.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SupervisedBoundTest {

  private static final int PEOPLE = 8;
  private static final int FRAMES_EACH = 200;
  private static final int WIDTH = 2 + PEOPLE;

  private final SupervisedBound bound = new SupervisedBound(1, "cpu");

  /** Each person has a feature of their own and looks elsewhere than the features say. */
  @Test
  void whatIsLearnedOfAPersonDoesNotCountForOthers() {
    SourceBank named = target();
    SourceBank unnamed = SourceBank.of(named.features(), named.gaze());
    Head start = head();

    assertThat(SupervisedBound.isByPerson(named)).isTrue();
    assertThat(SupervisedBound.isByPerson(unnamed)).isFalse();
    assertThat(SupervisedBound.isByPerson(named.rows(new int[] {0, 1, 2}))).isFalse();
    assertThat(bound.meanDegrees(start, named))
        .isGreaterThan(1.5 * bound.meanDegrees(start, unnamed));
  }

  /** A head that follows the two features that show gaze. */
  private static Head head() {
    Random random = new Random(5);
    int n = 400;
    float[] features = new float[n * WIDTH];
    Matrix gaze = Matrix.zeros(n, 2);
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 2; c++) {
        gaze.set(i, c, 0.2 * random.nextGaussian());
        features[i * WIDTH + c] = (float) gaze.get(i, c);
      }
    }
    return new SourceTrainer(new SourceTrainer.Settings(32, 16, 60, 100, 3e-3, 1, "cpu"))
        .train(SourceBank.of(FeatureRows.of(features, WIDTH), gaze), loss -> {}, () -> false)
        .head();
  }

  private static SourceBank target() {
    Random random = new Random(4);
    int n = PEOPLE * FRAMES_EACH;
    float[] features = new float[n * WIDTH];
    Matrix gaze = Matrix.zeros(n, 2);
    long[] persons = new long[n];
    double[] bias = random.doubles(2 * PEOPLE, -0.2, 0.2).toArray();
    for (int i = 0; i < n; i++) {
      // Blocks of 20 rows alternate, so that of each person some are on either side.
      int person = i / 40 % PEOPLE;
      persons[i] = person;
      features[i * WIDTH + 2 + person] = 1;
      for (int c = 0; c < 2; c++) {
        double seen = 0.2 * random.nextGaussian();
        features[i * WIDTH + c] = (float) seen;
        gaze.set(i, c, seen + bias[2 * person + c]);
      }
    }
    return new SourceBank(FeatureRows.of(features, WIDTH), gaze, persons, "");
  }
}
