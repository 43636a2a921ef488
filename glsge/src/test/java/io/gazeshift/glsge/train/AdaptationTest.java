package io.gazeshift.glsge.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.BoxReading;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.label.TruncatedMixture;
import io.gazeshift.glsge.label.UniformLabels;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.Objective.Alignment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AdaptationTest {

  private static final AdaptationSettings QUICK =
      AdaptationSettings.DEFAULT.withDevice("cpu").withSchedule(new Schedule(2, 2, 3, 32, 1e-3));

  private static SourceBank source;
  private static TargetSet target;
  private static Head sourceHead;

  @BeforeAll
  static void trainASourceHead() {
    source = Scenes.source(1000, 1);
    target = Scenes.target(300, 0.5, 2);
    SourceTrainer.Settings settings = new SourceTrainer.Settings(32, 16, 30, 50, 3e-3, 1, "cpu");
    SourceTrainer.Result result =
        new SourceTrainer(settings).train(source, loss -> {}, () -> false);
    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(result.loss()).isLessThan(0.1);
    sourceHead = result.head();
  }

  static Stream<Arguments> ablation() {
    return Stream.of(
        Arguments.of("L_src", false, Alignment.NONE),
        Arguments.of("L_src^w", true, Alignment.NONE),
        Arguments.of("L_src + COD", false, Alignment.COD),
        Arguments.of("L_src + PCOD", false, Alignment.PCOD),
        Arguments.of("L_src^w + COD", true, Alignment.COD),
        Arguments.of("L_src^w + PCOD", true, Alignment.PCOD));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ablation")
  void everyRowOfTheAblationRunsAndReportsItsTerms(
      String name, boolean weighted, Alignment alignment) {
    Objective objective = Objective.DEFAULT.with(weighted, alignment);
    List<EpochReport> reports = new ArrayList<>();

    AdaptationResult result =
        new Adaptation(QUICK.withObjective(objective))
            .run(sourceHead, source, target, reports::add, () -> false);

    assertThat(objective.name()).isEqualTo(name);
    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(result.head()).isNotEqualTo(sourceHead);
    assertThat(result.epochs()).isEqualTo(reports).hasSize(4);
    EpochReport last = reports.get(3);
    assertThat(last.stepsDone()).isEqualTo(12).isEqualTo(last.steps());
    assertThat(last.loss().l1()).isPositive();
    if (alignment == Alignment.NONE) {
      assertThat(last.loss().total()).isCloseTo(last.loss().l1(), offset(1e-12));
    } else {
      assertThat(last.loss().discrepancy()).isPositive();
      assertThat(last.loss().marginal()).isPositive();
      assertThat(last.loss().total())
          .isCloseTo(
              last.loss().l1() + 0.1 * (last.loss().discrepancy() + last.loss().marginal()),
              offset(1e-12));
    }
  }

  @Test
  void theWholeMethodLowersItsDiscrepancy() {
    AdaptationResult result =
        new Adaptation(QUICK.withSchedule(new Schedule(3, 3, 10, 64, 1e-3)))
            .run(sourceHead, source, target, report -> {}, () -> false);

    double first = result.epochs().get(0).loss().discrepancy();
    double last = result.epochs().get(result.epochs().size() - 1).loss().discrepancy();
    assertThat(last).isLessThan(0.95 * first);
  }

  @Test
  void equalSeedsGiveEqualHeadsAndOthersDoNot() {
    Head first = adapt(QUICK);

    assertThat(adapt(QUICK).sha256()).isEqualTo(first.sha256());
    assertThat(adapt(QUICK.withSeed(2)).sha256()).isNotEqualTo(first.sha256());
  }

  @Test
  void workBesideGivesTheSameHead() {
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      Head beside =
          new Adaptation(QUICK, pool)
              .run(sourceHead, source, target, report -> {}, () -> false)
              .head();
      assertThat(beside.sha256()).isEqualTo(adapt(QUICK).sha256());
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void everyLabelModelCanBeUsed() {
    SitePrior prior = SitePrior.of(new Gaussian(0.1, 0.1, Covariance.diagonal(0.15, 0.15)));
    for (LabelEstimator labels :
        List.of(
            LabelEstimator.given(prior),
            LabelEstimator.given(prior.truncated(BoxReading.MASS, 0.9)),
            LabelEstimator.given(new UniformLabels()),
            new TruncatedMixture.Estimator(BoxReading.CHI2, 0.7, 3))) {
      AdaptationResult result =
          new Adaptation(QUICK.withLabels(labels))
              .run(sourceHead, source, target, report -> {}, () -> false);
      assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    }
  }

  @Test
  void randomFeaturesCanReplaceTheExactKernels() {
    AdaptationResult result =
        new Adaptation(QUICK.withObjective(Objective.DEFAULT.withRandomFeatures(80)))
            .run(sourceHead, source, target, report -> {}, () -> false);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
  }

  @Test
  void aCancelledAdaptationKeepsWhatItHas() {
    AtomicInteger asked = new AtomicInteger();

    AdaptationResult result =
        new Adaptation(QUICK)
            .run(sourceHead, source, target, report -> {}, () -> asked.incrementAndGet() > 5);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.CANCELLED);
    assertThat(result.reason()).isEqualTo("stopped after 5 of 12 steps");
    assertThat(result.epochs()).hasSize(1);
  }

  @Test
  void anOverflowStopsWithTheLastGoodHead() {
    List<DenseLayer> layers = new ArrayList<>(sourceHead.layers());
    DenseLayer first = layers.get(0);
    float[] huge = new float[first.weight().length];
    Arrays.fill(huge, 3e38f);
    layers.set(0, new DenseLayer(first.inputs(), first.outputs(), huge, first.bias()));
    Head broken = Head.of(layers);

    AdaptationResult result =
        new Adaptation(QUICK).run(broken, source, target, report -> {}, () -> false);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.DIVERGED);
    assertThat(result.reason()).contains("not finite");
    assertThat(result.head()).isEqualTo(broken);
  }

  @ParameterizedTest
  @CsvSource({"5, 0", "2, 0", "5, 80", "2, 80"})
  void aTargetSmallerThanABatchIsUsedWhole(int samples, int randomFeatures) {
    AdaptationResult result =
        new Adaptation(QUICK.withObjective(Objective.DEFAULT.withRandomFeatures(randomFeatures)))
            .run(sourceHead, source, Scenes.target(samples, 0, 3), report -> {}, () -> false);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(result.epochs()).allSatisfy(e -> assertThat(e.loss().total()).isFinite());
  }

  @Test
  void aBankOfTwoSamplesIsUsedWhole() {
    AdaptationResult result =
        new Adaptation(QUICK)
            .run(sourceHead, source.rows(new int[] {3, 8}), target, report -> {}, () -> false);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
  }

  @Test
  void constantPseudoLabelsDoNotBreakTheRun() {
    List<DenseLayer> layers = new ArrayList<>(sourceHead.layers());
    DenseLayer linear = layers.get(2);
    layers.set(
        2,
        new DenseLayer(
            linear.inputs(), 2, new float[linear.weight().length], new float[] {0.1f, 0.1f}));

    AdaptationResult result =
        new Adaptation(QUICK).run(Head.of(layers), source, target, report -> {}, () -> false);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
  }

  @Test
  void dataThatCannotBeTrainedOnIsRejectedWithTheReason() {
    Adaptation adaptation = new Adaptation(QUICK);
    FeatureRows narrow = FeatureRows.of(new float[30], 3);
    Matrix constant = Matrix.zeros(source.size(), 2);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                adaptation.run(
                    sourceHead, source, TargetSet.unlabelled(narrow), report -> {}, () -> false))
        .withMessageContaining("expects 24 features, the source bank has 24 and the target 3");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                adaptation.run(
                    sourceHead,
                    SourceBank.of(source.features(), constant),
                    target,
                    report -> {},
                    () -> false))
        .withMessageContaining("same gaze");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                adaptation.run(
                    sourceHead, source, Scenes.target(1, 0, 3), report -> {}, () -> false))
        .withMessageContaining("at least 2 samples");
  }

  @Test
  void devicesAreCheckedByName() {
    assertThat(TrainingDevice.parse("cpu").isGpu()).isFalse();
    assertThat(TrainingDevice.parse("auto")).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrainingDevice.parse("gpu"))
        .withMessageContaining("use auto, cpu, cuda:0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrainingDevice.parse("cuda:99"))
        .withMessageContaining("no device 'cuda:99'");
  }

  @Test
  void roundsFollowTheSizeOfTheTarget() {
    assertThat(Schedule.DEFAULT.resolvedFor(1000).rounds()).isEqualTo(8);
    assertThat(Schedule.DEFAULT.resolvedFor(1000).stepsPerEpoch()).isEqualTo(10);
    assertThat(Schedule.DEFAULT.resolvedFor(100).rounds()).isEqualTo(8);
    assertThat(Schedule.DEFAULT.resolvedFor(100_000).rounds()).isEqualTo(1);
  }

  private static Head adapt(AdaptationSettings settings) {
    return new Adaptation(settings)
        .run(sourceHead, source, target, report -> {}, () -> false)
        .head();
  }
}
