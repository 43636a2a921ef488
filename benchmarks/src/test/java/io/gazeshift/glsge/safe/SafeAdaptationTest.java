package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.benchmarks.scenario.FrameSet;
import io.gazeshift.benchmarks.scenario.Scenario;
import io.gazeshift.benchmarks.scenario.ScenarioScenes;
import io.gazeshift.benchmarks.scenario.SourceScene;
import io.gazeshift.benchmarks.scenario.TargetScene;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AngularError;
import io.gazeshift.glsge.train.SourceTrainer;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SafeAdaptationTest {

  private static final long SEED = 11;
  private static final ScenarioScenes SCENES = new ScenarioScenes();

  private static AdaptationSource bank;
  private static SourceBank judge;
  private static Head head;
  private static TargetScene narrow;

  private final SafeAdaptation adaptation =
      new SafeAdaptation(SafeSettings.DEFAULT.withDevice("cpu"));

  @BeforeAll
  static void trainASourceHead() {
    SourceScene source = SCENES.source(SEED);
    SourceBank training = source.training().bank();
    SourceSplit split =
        SourceSplit.of(
            SourceBank.together(List.of(training, source.training().mirroredBank())),
            source.validation().bank());
    bank = split.adaptation();
    judge = split.judge();
    head =
        new SourceTrainer(new SourceTrainer.Settings(128, 64, 15, 100, 1e-3, SEED, "cpu"))
            .train(training, loss -> {}, () -> false)
            .head();
    narrow = SCENES.target(Scenario.LABEL_ONLY, SEED, 500);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "COND_ONLY"})
  void withoutALabelShiftTheSpreadStaysAndLittleIsLost(Scenario scenario) {
    TargetScene target = SCENES.target(scenario, SEED, 500);

    SafeResult result = run(target);

    assertThat(result.verdict().rho().getAsDouble()).isGreaterThan(0.5);
    assertThat(result.verdict().reasons().get(0)).endsWith("so the spread stays unchanged");
    // Of single domains; on average over seeds the error falls.
    assertThat(error(result.head(), target)).isLessThan(1.05 * error(head, target));
  }

  @Test
  void withoutALabelShiftNorTracksTheHeadIsLeftAlone() {
    FrameSet frames = SCENES.target(Scenario.COND_ONLY, SEED, 500).frames();

    SafeResult result =
        adaptation.run(
            head,
            bank,
            new FixatedFrames(frames.features(), frames.fixation()),
            done -> {},
            () -> false);

    assertThat(result.head()).isSameAs(head);
    assertThat(result.verdict().adapted()).isFalse();
    assertThat(result.verdict().reasons().get(0)).endsWith("so the head stays unchanged");
  }

  @Test
  void aNarrowerGazeDistributionLowersTheError() {
    List<Double> progress = new ArrayList<>();

    SafeResult result =
        adaptation.run(head, bank, frames(narrow.frames()), progress::add, () -> false);

    assertThat(result.verdict().adapted()).as("%s", result.verdict()).isTrue();
    assertThat(error(result.head(), narrow)).isLessThan(0.98 * error(head, narrow));
    assertThat(mean(result.head(), narrow)).isCloseTo(mean(head, narrow), within(0.01));
    assertThat(progress).isSorted().last().isEqualTo(1.0);
  }

  @Test
  void theLossOfEachTrainingIsToldAndKeptAndChangesNothing() {
    List<StepLoss> told = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void done(double fraction) {}

          @Override
          public void loss(StepLoss point) {
            told.add(point);
          }
        };

    SafeResult heard = adaptation.run(head, bank, frames(narrow.frames()), listener, () -> false);
    SafeResult unheard = run(narrow);

    assertThat(heard.head()).as("equal seeds, equal heads").isEqualTo(unheard.head());
    assertThat(heard.losses()).isEqualTo(told).isEqualTo(unheard.losses());
    assertThat(stage(heard, SafeStage.FIXATIONS))
        .hasSize(20)
        .isSortedAccordingTo(Comparator.comparingInt(StepLoss::step));
    assertThat(heard.losses()).hasSize(20);
    List<StepLoss> points = heard.losses();
    assertThat(points.get(points.size() - 1).terms().l1())
        .isPositive()
        .isLessThan(points.get(0).terms().l1());
  }

  @Test
  void theBankIsWeighedByTheGazeDistribution() {
    ImportanceWeights estimated = run(narrow).weights().orElseThrow();
    FixatedFrames frames = frames(narrow.frames());
    SafeResult known =
        adaptation.runWithPrior(head, bank, frames, narrow.prior(), done -> {}, () -> false);

    assertThat(estimated.effectiveSamples()).isBetween(200.0, 0.7 * bank.train().size());
    assertThat(yawSpread(estimated.values()))
        .isLessThan(0.8 * Math.sqrt(Columns.variance(bank.train().gaze())[1]));
    assertThat(yawSpread(known.weights().orElseThrow().values()))
        .isCloseTo(narrow.prior().covariance().ySigma(), withinPercentage(20));
    assertThat(stage(known, SafeStage.PLACES)).hasSize(20);
    assertThat(adaptation.offset(head, frames, 0.5, 0.5))
        .returns(List.of(), SafeResult::losses)
        .returns(Optional.empty(), SafeResult::weights);
  }

  @Test
  void aPriorTakesACameraAsideMostOfTheWayToTheSupervisedBound() {
    TargetScene target = SCENES.target(Scenario.ASIDE, SEED, 500);
    Head supervised =
        new SourceTrainer(new SourceTrainer.Settings(1, 1, 25, 100, 1e-3, 1, "cpu"))
            .train(head, target.frames().bank(), loss -> {}, () -> false)
            .head();

    SafeResult result =
        adaptation.runWithPrior(
            head, bank, frames(target.frames()), target.prior(), done -> {}, () -> false);
    SafeResult again =
        adaptation.runWithPrior(
            head, bank, frames(target.frames()), target.prior(), done -> {}, () -> false);
    SafeResult offset =
        adaptation.offset(
            head, frames(target.frames()), target.prior().meanX(), target.prior().meanY());

    double none = error(head, target);
    double way = (none - error(result.head(), target)) / (none - error(supervised, target));
    assertThat(way).as("%s", result.verdict()).isGreaterThan(0.7);
    assertThat(again.head()).as("equal seeds, equal heads").isEqualTo(result.head());
    assertThat(error(offset.head(), target)).isLessThan(0.7 * none);
  }

  @Test
  void fixationsOfSingleFramesAreSaidToTellNothing() {
    FrameSet frames = narrow.frames();
    int[] single = IntStream.range(0, frames.size()).toArray();

    SafeResult result =
        adaptation.run(
            head, bank, new FixatedFrames(frames.features(), single), done -> {}, () -> false);

    assertThat(result.head()).isSameAs(head);
    assertThat(result.verdict().reasons())
        .singleElement()
        .asString()
        .startsWith("no fixation has more than one frame");
  }

  @Test
  void aCameraThatShowsOneAndTheSamePictureTeachesNothing() {
    FrameSet frames = narrow.frames();
    FixatedFrames stuck =
        new FixatedFrames(frames.features().rows(new int[frames.size()]), frames.fixation());

    SafeResult result = adaptation.run(head, bank, stuck, done -> {}, () -> false);

    assertThat(result.head()).isSameAs(head);
    assertThat(result.verdict().reasons())
        .singleElement()
        .asString()
        .startsWith("the camera image does not change");
  }

  @Test
  void tooFewFixationsLeaveTheHeadAlone() {
    FixatedFrames few =
        new FixatedFrames(
            narrow.frames().features().rows(IntStream.range(0, 100).toArray()),
            Arrays.copyOf(narrow.frames().fixation(), 100));

    SafeResult result = adaptation.run(head, bank, few, done -> {}, () -> false);

    assertThat(result.head()).isSameAs(head);
    assertThat(result.verdict().reasons())
        .containsExactly("there are 20 fixations; at least 50 are needed");
    assertThat(adaptation.offset(head, few, 0.5, 0.5).head()).isSameAs(head);
  }

  @Test
  void aCancelledAdaptationReturnsTheGivenHead() {
    SafeResult result = adaptation.run(head, bank, frames(narrow.frames()), done -> {}, () -> true);

    assertThat(result.head()).isSameAs(head);
    assertThat(result.verdict().reasons()).containsExactly("cancelled before it finished");
  }

  @Test
  void badNumbersAreRejectedWithTheirPlace() {
    float[] features = new float[2 * 128];
    features[130] = Float.NaN;

    assertThatThrownBy(() -> new FixatedFrames(FeatureRows.of(features, 128), new int[] {0, 0}))
        .hasMessageStartingWith("target frames: feature 2 of row 1 is NaN");
    assertThatThrownBy(() -> new FixatedFrames(FeatureRows.of(new float[256], 128), new int[] {0}))
        .hasMessage("got 2 frames but 1 fixation numbers; give one per frame");
    FixatedFrames thin = new FixatedFrames(FeatureRows.of(new float[4], 2), new int[] {0, 0});
    assertThatThrownBy(() -> adaptation.run(head, bank, thin, done -> {}, () -> false))
        .hasMessageStartingWith("the head expects 128 features, but the target has 2");
    assertThatThrownBy(() -> adaptation.offset(head, thin, Double.NaN, 0))
        .hasMessageStartingWith("the site's mean gaze must be finite");
  }

  @Test
  void aBankOrCalibrationPeopleOfOneGazeAreRejected() {
    SourceBank good = judge;
    // Their mean is rounded, so that their variance is not 0.
    SourceBank constant = withGaze(good, 0.1, 0.1);
    SourceBank level = withGaze(good, 0.1, Double.NaN);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdaptationSource(constant, Optional.of(good)))
        .withMessageContaining("source bank has the same pitch (0.1) in all")
        .withMessageContaining("training needs varied gaze");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdaptationSource(good, Optional.of(constant)))
        .withMessageContaining("validation people have the same pitch");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdaptationSource(good, Optional.of(level)));
    assertThatIllegalArgumentException().isThrownBy(() -> new SourceSplit(bank, constant));
  }

  /** The bank with one pitch, and one yaw unless that is to stay. */
  private static SourceBank withGaze(SourceBank of, double pitch, double yaw) {
    Matrix gaze = of.gaze().copy();
    for (int i = 0; i < gaze.rows(); i++) {
      gaze.set(i, 0, pitch);
      gaze.set(i, 1, Double.isNaN(yaw) ? gaze.get(i, 1) : yaw);
    }
    return SourceBank.of(of.features(), gaze);
  }

  @Test
  void estimatingTheDistributionFromAnAdaptedHeadDoesNotNarrowIt() {
    FixatedFrames target = frames(narrow.frames());
    Grouping fixations = Grouping.of(target.fixation());
    FeatureJitter jitter = FeatureJitter.of(target.features(), fixations);
    DistributionEstimator estimator =
        new DistributionEstimator(bank, SafeSettings.DEFAULT.effectiveSamples());
    Head adapted = run(narrow).head();

    DistributionEstimate before =
        estimator.estimate(head, target, fixations, jitter, new SplittableRandom(1));
    DistributionEstimate after =
        estimator.estimate(adapted, target, fixations, jitter, new SplittableRandom(1));
    // The predictions' own spread would be 0.58 of the variance.
    assertThat(after.variance().pitch()).isGreaterThan(0.65 * before.variance().pitch());
    assertThat(after.variance().yaw()).isGreaterThan(0.65 * before.variance().yaw());
  }

  @Test
  void aPriorWhereTheBankHasNoGazeIsRejected() {
    FixatedFrames frames = frames(narrow.frames());
    SitePrior degrees = SitePrior.of(new Gaussian(0, 25, Covariance.diagonal(0.1, 0.1)));

    assertThatThrownBy(
            () -> adaptation.runWithPrior(head, bank, frames, degrees, d -> {}, () -> false))
        .hasMessageContaining("check its units (radians)");
  }

  @Test
  void aPriorAsWideAsTheSourceMovesTheMeanAtMost() {
    TargetScene target = SCENES.target(Scenario.NONE, SEED, 500);

    SafeResult result =
        adaptation.runWithPrior(
            head, bank, frames(target.frames()), target.prior(), done -> {}, () -> false);

    assertThat(result.head().layers().subList(0, 2)).isEqualTo(head.layers().subList(0, 2));
    assertThat(error(result.head(), target)).isLessThan(1.02 * error(head, target));
  }

  @Test
  void whereItIsKnownWherePeopleLookTheHeadLearnsPlacesAndKeepsWhatItWasTaught() {
    TargetScene target = SCENES.target(Scenario.DRIVER_COND, SEED, 500);

    SafeResult result =
        adaptation.runWithPrior(
            head, bank, frames(target.frames()), target.prior(), done -> {}, () -> false);

    assertThat(result.verdict().reasons()).singleElement().asString().startsWith("fitted to the");
    assertThat(error(result.head(), target)).isLessThan(0.7 * error(head, target));
    assertThat(sourceError(result.head())).isLessThan(1.5 * sourceError(head));
    assertThat(stage(result, SafeStage.PLACES)).hasSize(20).hasSameSizeAs(result.losses());
  }

  @Test
  void fixationsTooFewToTellPlacesByTeachTheDistributionOfTheBanksOwnPeople() {
    TargetScene target = SCENES.target(Scenario.DRIVER, SEED, 100);

    SafeResult result =
        adaptation.runWithPrior(
            head, bank, frames(target.frames()), target.prior(), done -> {}, () -> false);

    assertThat(result.verdict().reasons()).singleElement().asString().startsWith("trained on the");
    assertThat(error(result.head(), target)).isLessThan(error(head, target));
    assertThat(stage(result, SafeStage.LAW)).hasSize(6).hasSameSizeAs(result.losses());
  }

  @Test
  void fewFixationsTeachPlacesWhereTooFewOfTheBankLookAsPeopleDoThere() {
    TargetScene target = SCENES.target(Scenario.DRIVER_COND, SEED, 100);
    int[] few = IntStream.range(0, bank.train().size()).filter(i -> i % 4 == 0).toArray();
    AdaptationSource small = new AdaptationSource(bank.train().rows(few), bank.estimate());

    SafeResult result =
        adaptation.runWithPrior(
            head, small, frames(target.frames()), target.prior(), done -> {}, () -> false);

    assertThat(result.weights().orElseThrow().effectiveSamples()).isLessThan(500);
    assertThat(result.verdict().reasons()).singleElement().asString().startsWith("fitted to the");
    assertThat(error(result.head(), target)).isLessThan(error(head, target));
  }

  @Test
  void tooFewCalibrationFramesLeaveTheHeadAlone() {
    AdaptationSource poor =
        new AdaptationSource(
            bank.train(),
            bank.estimate().map(people -> people.rows(IntStream.range(0, 99).toArray())));

    SafeResult result =
        adaptation.run(head, poor, frames(narrow.frames()), done -> {}, () -> false);

    assertThat(result.head()).isSameAs(head);
    assertThat(result.verdict().reasons())
        .containsExactly(
            "there are 99 frames of validation people to estimate with; at least 100 are needed");
  }

  private SafeResult run(TargetScene target) {
    return adaptation.run(head, bank, frames(target.frames()), done -> {}, () -> false);
  }

  private static List<StepLoss> stage(SafeResult result, SafeStage stage) {
    return result.losses().stream().filter(point -> point.stage().equals(stage.key())).toList();
  }

  private static double yawSpread(double[] weights) {
    Matrix gaze = bank.train().gaze();
    double mean =
        IntStream.range(0, weights.length).mapToDouble(i -> weights[i] * gaze.get(i, 1)).sum();
    return Math.sqrt(
        IntStream.range(0, weights.length)
            .mapToDouble(i -> weights[i] * Math.pow(gaze.get(i, 1) - mean, 2))
            .sum());
  }

  private static FixatedFrames frames(FrameSet set) {
    return new FixatedFrames(set.features(), set.fixation(), set.persons());
  }

  private static double mean(Head head, TargetScene target) {
    return Columns.mean(Columns.predict(head, target.frames().features()))[1];
  }

  private static double sourceError(Head head) {
    return AngularError.meanDegrees(Columns.predict(head, judge.features()), judge.gaze());
  }

  private static double error(Head head, TargetScene target) {
    return AngularError.meanDegrees(
        Columns.predict(head, target.test().features()), target.test().gaze());
  }
}
