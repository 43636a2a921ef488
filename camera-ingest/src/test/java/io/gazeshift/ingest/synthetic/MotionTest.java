package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MotionTest {

  @Test
  void studioLooksEverywhere() {
    List<Moment> minutes = watch(SyntheticScene.STUDIO, 30, 10 * 60);

    DoubleSummaryStatistics pitch = of(minutes, moment -> moment.gaze().pitchDeg());
    DoubleSummaryStatistics yaw = of(minutes, moment -> moment.gaze().yawDeg());
    assertThat(pitch.getMin()).isBetween(-42.0, -28.0);
    assertThat(pitch.getMax()).isBetween(28.0, 42.0);
    assertThat(yaw.getMin()).isBetween(-58.0, -43.0);
    assertThat(yaw.getMax()).isBetween(43.0, 58.0);
  }

  @Test
  void labLooksAtTheScreenBelowTheCamera() {
    List<Moment> minutes = watch(SyntheticScene.LAB, 30, 10 * 60);

    DoubleSummaryStatistics pitch = of(minutes, moment -> moment.gaze().pitchDeg());
    DoubleSummaryStatistics yaw = of(minutes, moment -> moment.gaze().yawDeg());
    assertThat(pitch.getAverage()).isCloseTo(-15.6, within(1.0));
    assertThat(pitch.getMax()).isLessThan(3);
    assertThat(yaw.getAverage()).isCloseTo(0, within(2.0));
    assertThat(yaw.getMin()).isBetween(-30.0, -15.0);
  }

  @Test
  void driversLookAtTheRoadMostOfTheTimeAndTheCameraStandsAside() {
    List<Moment> minutes = watch(SyntheticScene.VEHICLE, 20, 20 * 60);

    // The road from the seat is straight ahead; the camera stands at -8, 20 degrees.
    Gaze road = Gaze.ofDegrees(7.4, -19.9);
    long atRoad =
        minutes.stream()
            .filter(moment -> Math.toDegrees(moment.gaze().angleToRad(road)) < 10)
            .count();
    assertThat((double) atRoad / minutes.size()).isBetween(0.58, 0.78);
    Gaze console = Gaze.ofDegrees(-26, 27).rotatedBy(SyntheticScene.VEHICLE.seat().seatToCamera());
    long atConsole =
        minutes.stream()
            .filter(moment -> Math.toDegrees(moment.gaze().angleToRad(console)) < 9)
            .count();
    assertThat((double) atConsole / minutes.size()).isBetween(0.05, 0.13);
  }

  @ParameterizedTest
  @ValueSource(strings = {"studio", "lab", "vehicle"})
  void theHeadStaysNearItsPlaceAndKeepsTheEyesInReach(String name) {
    SyntheticScene scene = SyntheticScene.named(name);
    for (Moment moment : watch(scene, 30, 5 * 60)) {
      assertThat(moment.head().distanceMm()).isCloseTo(scene.seat().distanceMm(), within(150.0));
      Gaze inHead = moment.gaze().rotatedBy(moment.head().headToCamera().inverse());
      assertThat(Math.abs(inHead.yawDeg())).isLessThan(48);
      assertThat(Math.abs(inHead.pitchDeg())).isLessThan(40);
    }
  }

  @Test
  void theGazeRestsInFixationsAndJumpsBetweenThem() {
    List<Moment> minute = watch(SyntheticScene.STUDIO, 100, 60);

    long resting = 0;
    for (int i = 1; i < minute.size(); i++) {
      if (Math.toDegrees(minute.get(i).gaze().angleToRad(minute.get(i - 1).gaze())) < 0.3) {
        resting++;
      }
    }
    assertThat((double) resting / minute.size()).isBetween(0.7, 0.95);
  }

  @Test
  void theEyesBlinkNowAndThen() {
    List<Moment> minute = watch(SyntheticScene.STUDIO, 100, 60);

    long closed = minute.stream().filter(moment -> moment.eyeOpenness() < 0.1).count();
    long open = minute.stream().filter(moment -> moment.eyeOpenness() == 1).count();

    assertThat(closed).isPositive();
    assertThat((double) open / minute.size()).isGreaterThan(0.85);
  }

  private static DoubleSummaryStatistics of(List<Moment> moments, ToDoubleFunction<Moment> what) {
    return moments.stream().mapToDouble(what).summaryStatistics();
  }

  private static List<Moment> watch(SyntheticScene scene, int fps, int seconds) {
    Motion motion = new Motion(scene, new SplittableRandom(4));
    List<Moment> moments = new ArrayList<>();
    for (int i = 0; i < fps * seconds; i++) {
      moments.add(motion.at((double) i / fps));
    }
    return moments;
  }
}
