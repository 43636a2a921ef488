package io.gazeshift.glsge.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SourceHeadTrainingTest {

  private static final int WIDTH = 24;
  private static final SourceTrainer.Settings SETTINGS =
      new SourceTrainer.Settings(48, 24, 25, 50, 3e-3, 1, "cpu");

  private final SourceHeadTraining training = new SourceHeadTraining(SETTINGS);

  @Test
  void theDecayIsChosenByPeopleLeftOutAndTheHeadTrainedOnAll() {
    SourceBank bank = people(0, 12, 40);
    List<Double> progress = new ArrayList<>();

    SourceHeadTraining.Result made = training.train(bank, progress::add, () -> false);

    SourceHeadTraining.Choice choice = made.choice().orElseThrow();
    assertThat(choice.people()).isEqualTo(12);
    assertThat(made.trained().head())
        .as("as if everyone had been trained on with the chosen decay")
        .isEqualTo(
            training.train(bank, made.weightDecay(), done -> {}, () -> false).trained().head());
    assertThat(progress).isSorted().hasSize(10 * SETTINGS.epochs()).last().isEqualTo(1.0);
  }

  /** Features that tell people apart invite a head to learn them by heart. */
  @Test
  void whereHeadsLearnPeopleByHeartDecayIsChosenAndHelpsWithOthers() {
    SourceBank bank = people(0, 12, 40);
    SourceBank others = people(50, 30, 20);

    SourceHeadTraining.Result made = training.train(bank, done -> {}, () -> false);
    Head without = training.train(bank, 0, done -> {}, () -> false).trained().head();

    assertThat(made.weightDecay()).isPositive();
    assertThat(error(made.trained().head(), others)).isLessThan(error(without, others));
  }

  @Test
  void withTooFewPeopleNothingIsChosen() {
    SourceHeadTraining.Result made = training.train(people(0, 5, 40), done -> {}, () -> false);

    assertThat(made.choice()).isEmpty();
    assertThat(made.weightDecay()).isEqualTo(3);
    assertThat(made.trained().outcome()).isEqualTo(TrainingOutcome.COMPLETED);
  }

  @Test
  void decayShrinksWeightsAndWithoutItNothingChanges() {
    SourceBank bank = people(0, 6, 40);
    SourceTrainer trainer = new SourceTrainer(SETTINGS);
    Head plain = trainer.train(bank, loss -> {}, () -> false).head();

    Head zero = trainer.withWeightDecay(0).train(bank, loss -> {}, () -> false).head();
    Head decayed = trainer.withWeightDecay(10).train(bank, loss -> {}, () -> false).head();

    assertThat(zero).isEqualTo(plain);
    assertThat(squares(decayed)).isLessThan(0.7 * squares(plain));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer.withWeightDecay(1000))
        .withMessageContaining("below 1 / learning rate");
    assertThatIllegalArgumentException().isThrownBy(() -> trainer.withWeightDecay(-1));
  }

  private static double squares(Head head) {
    return head.layers().stream()
        .mapToDouble(
            layer -> {
              double sum = 0;
              for (float weight : layer.weight()) {
                sum += weight * weight;
              }
              return sum;
            })
        .sum();
  }

  private static double error(Head head, SourceBank bank) {
    double sum = 0;
    float[] row = new float[WIDTH];
    for (int i = 0; i < bank.size(); i++) {
      bank.features().copy(i, row, 0);
      float[] gaze = head.predict(row);
      sum += AngularError.radians(gaze[0], gaze[1], bank.gaze().get(i, 0), bank.gaze().get(i, 1));
    }
    return sum / bank.size();
  }

  /** Two features show gaze with a person's own error; the others show who it is, and noise. */
  private static SourceBank people(int first, int count, int framesEach) {
    SplittableRandom random = new SplittableRandom(first + 1);
    int n = count * framesEach;
    float[] features = new float[n * WIDTH];
    Matrix gaze = Matrix.zeros(n, 2);
    long[] persons = new long[n];
    Arrays.setAll(persons, i -> (long) first + i / framesEach);
    double[] look = new double[WIDTH];
    double[] bias = new double[2];
    for (int i = 0; i < n; i++) {
      if (i % framesEach == 0) {
        Arrays.setAll(look, c -> random.nextGaussian());
        Arrays.setAll(bias, c -> 0.08 * random.nextGaussian());
      }
      for (int c = 0; c < WIDTH; c++) {
        if (c < 2) {
          gaze.set(i, c, 0.25 * random.nextGaussian());
          features[i * WIDTH + c] = (float) (4 * (gaze.get(i, c) + bias[c]));
        } else {
          features[i * WIDTH + c] = (float) (look[c] + 0.3 * random.nextGaussian());
        }
      }
    }
    return new SourceBank(FeatureRows.of(features, WIDTH), gaze, persons, "");
  }
}
