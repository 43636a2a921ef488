package io.gazeshift.glsge.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.UniformLabels;
import io.gazeshift.glsge.train.Objective.Alignment;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps of the greatest learning rate, with features so large that a few of them overflow. */
class LastGoodHeadTest {

  private static final float LARGE = 1e36f;
  private static final float HUGE = 3e37f;

  private final SourceBank source = Scenes.source(500, 1);
  private final Head start =
      new SourceTrainer(new SourceTrainer.Settings(32, 16, 1, 50, 1e-3, 1, "cpu"))
          .randomHead(Scenes.WIDTH);

  /** The same network in our own code and on the engine. */
  static List<Arguments> heads() {
    TrainableHead.Maker blas = TrainableHead::of;
    TrainableHead.Maker engine =
        (head, device, beside) -> new EngineHead(new HeadWeights(head), device);
    return List.of(Arguments.argumentSet("BLAS", blas), Arguments.argumentSet("engine", engine));
  }

  @ParameterizedTest
  @MethodSource("heads")
  void anAdaptationThatOverflowsAfterGoodStepsEndsWithTheLastGoodHead(TrainableHead.Maker heads) {
    TargetSet target =
        TargetSet.unlabelled(multiplied(Scenes.target(64, 0, 2).features(), 64, LARGE));
    AdaptationSettings settings = settings(new Schedule(1, 1, 40, 32, 1));

    AdaptationResult result = adapt(settings, heads, target);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.DIVERGED);
    assertThat(result.reason()).matches("step ([2-9]|[1-4]\\d) of 40 is not finite: .*");
    assertThat(result.head()).isNotEqualTo(start);
    assertFinite(result.head(), target.features());
  }

  @ParameterizedTest
  @MethodSource("heads")
  void anAdaptationWhoseLastStepOverflowsIsNotCompleted(TrainableHead.Maker heads) {
    TargetSet target =
        TargetSet.unlabelled(multiplied(Scenes.target(64, 0, 2).features(), 64, HUGE));
    AdaptationSettings settings = settings(new Schedule(1, 1, 1, 32, 1));

    AdaptationResult result = adapt(settings, heads, target);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.DIVERGED);
    assertThat(result.reason()).isEqualTo("the head's predictions after step 1 are not finite");
    assertFinite(result.head(), target.features());
  }

  @ParameterizedTest
  @MethodSource("heads")
  void aFewRowsThatOverflowAreEnoughToGoBack(TrainableHead.Maker heads) {
    TargetSet target =
        TargetSet.unlabelled(multiplied(Scenes.target(500, 0, 2).features(), 5, HUGE));
    AdaptationSettings settings = settings(new Schedule(1, 1, 10, 4, 1));

    AdaptationResult result = adapt(settings, heads, target);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.DIVERGED);
    assertFinite(result.head(), target.features());
  }

  @ParameterizedTest
  @MethodSource("heads")
  void aSourceTrainingThatOverflowsEndsWithTheLastGoodHead(TrainableHead.Maker heads) {
    SourceBank bank = SourceBank.of(multiplied(source.features(), 5, HUGE), source.gaze());
    SourceTrainer.Settings settings = new SourceTrainer.Settings(32, 16, 1, 5, 1, 1, "cpu");

    SourceTrainer.Result result =
        new SourceTrainer(settings, heads).train(start, bank, loss -> {}, () -> false);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.DIVERGED);
    assertFinite(result.head(), bank.features());
  }

  private AdaptationResult adapt(
      AdaptationSettings settings, TrainableHead.Maker heads, TargetSet target) {
    return new Adaptation(settings, Runnable::run, heads)
        .run(start, source, target, report -> {}, () -> false);
  }

  private static AdaptationSettings settings(Schedule schedule) {
    return AdaptationSettings.DEFAULT
        .withDevice("cpu")
        .withLabels(LabelEstimator.given(new UniformLabels()))
        .withObjective(Objective.DEFAULT.with(false, Alignment.NONE))
        .withSchedule(schedule);
  }

  /** The features with the last rows multiplied. */
  private static FeatureRows multiplied(FeatureRows features, int rows, float by) {
    int width = features.width();
    float[] values = new float[features.size() * width];
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, values, i * width);
    }
    for (int c = (features.size() - rows) * width; c < values.length; c++) {
      values[c] *= by;
    }
    return FeatureRows.of(values, width);
  }

  private static void assertFinite(Head head, FeatureRows features) {
    float[] row = new float[features.width()];
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, row, 0);
      for (float angle : head.predict(row)) {
        assertThat(angle).as("row %d", i).isFinite();
      }
    }
  }
}
