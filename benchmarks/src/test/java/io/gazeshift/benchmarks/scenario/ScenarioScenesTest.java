package io.gazeshift.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScenarioScenesTest {

  private final ScenarioScenes scenes = new ScenarioScenes();

  @Test
  void equalSeedsGiveEqualFramesAndOthersDoNot() {
    TargetScene first = scenes.target(Scenario.BOTH_EASY, 3, 10);
    TargetScene again = scenes.target(Scenario.BOTH_EASY, 3, 10);
    TargetScene other = scenes.target(Scenario.BOTH_EASY, 4, 10);

    assertThat(row(again.frames(), 7)).containsExactly(row(first.frames(), 7));
    assertThat(again.frames().gaze().data()).containsExactly(first.frames().gaze().data());
    assertThat(row(other.frames(), 7)).isNotEqualTo(row(first.frames(), 7));
  }

  @Test
  void theTestIsTheSameHoweverManyFramesTheTargetHas() {
    FrameSet small = scenes.target(Scenario.DRIVER, 3, 5).test();
    FrameSet large = scenes.target(Scenario.DRIVER, 3, 20).test();

    assertThat(large.gaze().data()).containsExactly(small.gaze().data());
    assertThat(row(large, 999)).containsExactly(row(small, 999));
  }

  @Test
  void aTargetHasFixationsOfFiveFramesThatHardlyMove() {
    FrameSet frames = scenes.target(Scenario.LABEL_ONLY, 1, 40).frames();

    assertThat(frames.fixation()).startsWith(0, 0, 0, 0, 0, 1).hasSize(40);
    double moved = Math.toDegrees(frames.gaze().get(4, 1) - frames.gaze().get(0, 1));
    assertThat(Math.abs(moved)).isLessThan(2);
  }

  @Test
  void aTargetThatIsNotMadeOfWholeFixationsIsRejected() {
    assertThatThrownBy(() -> scenes.target(Scenario.NONE, 1, 12)).hasMessageContaining("12 frames");
  }

  @Test
  void whatLeavesCountsYawToTheLeft() {
    Matrix gaze = Matrix.zeros(1, 2);
    new EyeGaze(30, 10).writeTo(gaze, 0);

    assertThat(Math.toDegrees(gaze.get(0, 0))).isCloseTo(10, within(1e-9));
    assertThat(Math.toDegrees(gaze.get(0, 1))).isCloseTo(-30, within(1e-9));
  }

  @Test
  void mirroringTwiceChangesNothing() {
    float[] image = new float[EyeCrops.PIXELS];
    for (int i = 0; i < image.length; i++) {
      image[i] = i;
    }

    assertThat(EyeCrops.mirror(EyeCrops.mirror(image))).containsExactly(image);
    assertThat(EyeCrops.mirror(image)[0]).isEqualTo(960 + 39);
  }

  @Test
  void theSourceLooksWideAndStraightAhead() {
    double[] m = moments(new ScenarioGaze.Wide(), 1);

    // 0.7 of variances 18² and 12², 0.3 of uniform ones of ±40 and ±28; the cut takes a little.
    assertThat(m[0]).isCloseTo(0, within(0.6));
    assertThat(m[1]).isCloseTo(0, within(0.5));
    assertThat(m[2]).isCloseTo(Math.sqrt(0.7 * 310 + 0.3 * 1600 / 3), within(0.6));
    assertThat(m[3]).isCloseTo(Math.sqrt(0.7 * 138 + 0.3 * 784 / 3), within(0.5));
  }

  @Test
  void aNarrowDistributionHasTheSpreadItSays() {
    double[] m = moments(new ScenarioGaze.Narrow(5, -4, 6, 4, 0.3), 2);

    assertThat(m[0]).isCloseTo(5, within(0.2));
    assertThat(m[1]).isCloseTo(-4, within(0.2));
    assertThat(m[2]).isCloseTo(6, within(0.2));
    assertThat(m[3]).isCloseTo(4, within(0.2));
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void thePriorIsTheDistributionInTheProductsConvention(Scenario scenario) {
    ScenarioDomain domain = ScenarioScenes.domain(scenario, new SplittableRandom(5));
    double[] m = moments(domain.distribution(), 3);

    SitePrior prior = domain.distribution().prior(new SplittableRandom(4));

    assertThat(Math.toDegrees(prior.meanX())).isCloseTo(m[1], within(1.0));
    assertThat(Math.toDegrees(prior.meanY())).isCloseTo(-m[0], within(1.2));
    assertThat(Math.toDegrees(prior.covariance().ySigma())).isCloseTo(m[2], within(0.8));
    assertThat(domain.people()).hasSize(scenario.people);
  }

  @Test
  void aCameraAsideSeesHeadsAndGazeTurnedTheSameWay() {
    ScenarioDomain domain = ScenarioScenes.domain(Scenario.ASIDE, new SplittableRandom(9));
    double yaw = moments(domain.distribution(), 1)[0];

    assertThat(Math.abs(yaw)).isBetween(18.0, 32.0);
    assertThat(Math.signum(domain.conditions().headYawDeg())).isEqualTo(Math.signum(yaw));
  }

  @Test
  void aBrokenCameraGivesOnePictureUntilItIsRepaired() {
    TargetScene target = scenes.target(Scenario.BROKEN_CAMERA, 2, 20);

    assertThat(row(target.frames(), 19)).containsExactly(row(target.frames(), 0));
    assertThat(row(target.test(), 19)).isNotEqualTo(row(target.test(), 0));
    assertThat(target.glances().size()).isEqualTo(100);
  }

  @Test
  void aWrongCameraShowsAnotherGazeThanTheTrueOne() {
    ScenarioFault fault =
        ScenarioFault.draw(ScenarioFault.Kind.WRONG_CAMERA, new SplittableRandom(3));
    EyeGaze shown = fault.shown(new EyeGaze(10, 5));
    ScenarioFrame seen = fault.seen(anyFrame(), new SplittableRandom(1));

    assertThat(Math.abs(shown.yawRightDeg() - 10)).isBetween(2.8, 5.2);
    assertThat(Math.abs(shown.pitchUpDeg() - 5)).isBetween(1.75, 3.25);
    assertThat(seen.zoom()).isIn(1.12, 0.89);
    assertThat(fault.tested()).isEqualTo(fault);
  }

  @Test
  void threeOfTenFramesShowClosedEyesAndNoneOfTheTest() {
    ScenarioFault fault =
        ScenarioFault.draw(ScenarioFault.Kind.CLOSED_EYES, new SplittableRandom(3));
    RandomGenerator random = new SplittableRandom(1);
    ScenarioFrame frame = anyFrame();

    long closed =
        IntStream.range(0, 2000).filter(i -> fault.seen(frame, random).open() < 0.3).count();

    assertThat(closed).isBetween(530L, 670L);
    assertThat(fault.tested().seen(frame, random).open()).isEqualTo(frame.open());
    assertThat(Scenario.sound()).hasSize(8).doesNotContain(Scenario.CLOSED_EYES);
  }

  @Test
  void scenariosAreNamedAsInTheTable() {
    assertThat(Scenario.parseList("both-easy, aside"))
        .isEqualTo(List.of(Scenario.BOTH_EASY, Scenario.ASIDE));
    assertThatThrownBy(() -> Scenario.parseList("night"))
        .hasMessageStartingWith("unknown scenario 'night'; use one of both-easy, ");
  }

  /** Means, then standard deviations, of yaw to the right and pitch up in degrees. */
  private static double[] moments(ScenarioGaze distribution, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    int n = 20_000;
    double[] m = new double[4];
    for (int i = 0; i < n; i++) {
      EyeGaze gaze = distribution.draw(random);
      m[0] += gaze.yawRightDeg() / n;
      m[1] += gaze.pitchUpDeg() / n;
      m[2] += gaze.yawRightDeg() * gaze.yawRightDeg() / n;
      m[3] += gaze.pitchUpDeg() * gaze.pitchUpDeg() / n;
    }
    m[2] = Math.sqrt(m[2] - m[0] * m[0]);
    m[3] = Math.sqrt(m[3] - m[1] * m[1]);
    return m;
  }

  private static ScenarioFrame anyFrame() {
    return Conditions.SOURCE.fixation(new SplittableRandom(8), 1)[0];
  }

  private static float[] row(FrameSet set, int row) {
    float[] features = new float[set.features().width()];
    set.features().copy(row, features, 0);
    return features;
  }
}
