package io.gazeshift.glsge.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Features come in any size: pixels, half floats close to their end, tiny activations. */
class FeatureScaleTest {

  private static final SourceTrainer TRAINER =
      new SourceTrainer(new SourceTrainer.Settings(32, 16, 10, 50, 1e-3, 1, "cpu"));

  private final SourceBank bank = Scenes.source(200, 1);
  private final TargetSet target = Scenes.target(100, 0.3, 2);

  @Test
  void ordinaryFeaturesAreLeftAlone() {
    FeatureScale scale = FeatureScale.of(bank.features());

    assertThat(scale.factor()).isEqualTo(1);
    assertThat(scale.scaled(bank.features())).isSameAs(bank.features());
    assertThat(FeatureScale.of(FeatureRows.of(new float[6], 3)).factor()).isEqualTo(1);
  }

  /** A power of 2 changes no digit, so a head learns the same whatever the size of its features. */
  @ParameterizedTest
  @ValueSource(floats = {256, 1 << 20, 1f / (1 << 20)})
  void whatIsLearntDoesNotDependOnTheSizeOfTheFeatures(float size) {
    SourceBank resized = SourceBank.of(times(bank.features(), size), bank.gaze());
    SourceTrainer.Result plain = TRAINER.train(bank, loss -> {}, () -> false);
    SourceTrainer.Result other = TRAINER.train(resized, loss -> {}, () -> false);
    AdaptationSettings settings =
        AdaptationSettings.DEFAULT.withDevice("cpu").withSchedule(new Schedule(1, 1, 3, 50, 1e-4));
    AdaptationResult adapted =
        new Adaptation(settings)
            .run(
                other.head(),
                resized,
                TargetSet.unlabelled(times(target.features(), size)),
                report -> {},
                () -> false);

    assertThat(other.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(other.loss()).isCloseTo(plain.loss(), within(0.3 * plain.loss()));
    assertThat(adapted.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(difference(adapted.head(), other.head(), times(target.features(), size)))
        .isPositive()
        .isLessThan(0.1);
  }

  private static double difference(Head a, Head b, FeatureRows rows) {
    float[] row = new float[rows.width()];
    double most = 0;
    for (int i = 0; i < rows.size(); i++) {
      rows.copy(i, row, 0);
      most = Math.max(most, Math.abs(a.predict(row)[0] - b.predict(row)[0]));
    }
    return most;
  }

  private static FeatureRows times(FeatureRows rows, float factor) {
    float[] values = new float[rows.size() * rows.width()];
    for (int i = 0; i < rows.size(); i++) {
      rows.copy(i, values, i * rows.width());
    }
    for (int i = 0; i < values.length; i++) {
      values[i] *= factor;
    }
    return FeatureRows.of(values, rows.width());
  }
}
