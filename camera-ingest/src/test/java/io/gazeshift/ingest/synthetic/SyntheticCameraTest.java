package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.source.Frame;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.Pacer;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;

class SyntheticCameraTest {

  @Test
  void theSameSeedGivesTheSameFrames() throws InterruptedException {
    try (SyntheticCamera one = camera(5);
        SyntheticCamera two = camera(5);
        Frame a = Frame.of(one.intrinsics());
        Frame b = Frame.of(two.intrinsics())) {
      for (int i = 0; i < 10; i++) {
        one.read(a);
        two.read(b);
        assertThat(one.truth()).isEqualTo(two.truth());
        assertThat(Core.norm(a.bgr(), b.bgr(), Core.NORM_INF)).isZero();
      }
    }
  }

  @Test
  void anotherSeedIsAnotherPersonLookingElsewhere() throws InterruptedException {
    try (SyntheticCamera one = camera(5);
        SyntheticCamera two = camera(6);
        Frame a = Frame.of(one.intrinsics());
        Frame b = Frame.of(two.intrinsics())) {
      one.read(a);
      two.read(b);

      assertThat(one.truth().gaze()).isNotEqualTo(two.truth().gaze());
      assertThat(Core.norm(a.bgr(), b.bgr(), Core.NORM_L1)).isPositive();
    }
  }

  @Test
  void framesCarryTheirNumberAndTime() throws InterruptedException {
    ManualClock clock = new ManualClock();
    try (SyntheticCamera camera =
            new SyntheticCamera(SyntheticScene.LAB, 1, Pacer.realTime(25, clock));
        Frame frame = Frame.of(camera.intrinsics())) {
      camera.read(frame);
      clock.advanceMillis(85);
      camera.read(frame);

      assertThat(frame.frameSeq()).isEqualTo(2);
      assertThat(frame.captureMicros()).isEqualTo(ManualClock.START_MICROS + 80_000);
    }
  }

  @Test
  void itsLocatorAnswersTheTruthOfTheFrameReadLastOnly() throws InterruptedException {
    try (SyntheticCamera camera = camera(5);
        Frame old = Frame.of(camera.intrinsics());
        Frame frame = Frame.of(camera.intrinsics())) {
      FaceLocator locator = camera.locator();
      camera.read(old);
      camera.read(frame);

      assertThat(locator.locate(frame))
          .containsExactly(
              new LocatedFace(0, camera.truth().pose(), 1, 0, camera.truth().eyeOpenness()));
      assertThatThrownBy(() -> locator.locate(old))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("frame 0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"studio", "lab"})
  void theGazeCoversItsSceneAndTheHeadStaysNearItsPlace(String name) {
    SyntheticScene scene = SyntheticScene.named(name);
    List<SyntheticTruth> minutes = watch(scene, 30, 5 * 60);

    DoubleSummaryStatistics pitch =
        minutes.stream().mapToDouble(t -> t.gaze().pitchDeg()).summaryStatistics();
    DoubleSummaryStatistics yaw =
        minutes.stream().mapToDouble(t -> t.gaze().yawDeg()).summaryStatistics();
    assertThat(pitch.getMin()).isCloseTo(scene.pitchDeg().low(), within(1.0));
    assertThat(pitch.getMax()).isCloseTo(scene.pitchDeg().high(), within(1.0));
    assertThat(yaw.getMin()).isCloseTo(scene.yawDeg().low(), within(1.0));
    assertThat(yaw.getMax()).isCloseTo(scene.yawDeg().high(), within(1.0));
    assertThat(minutes)
        .allSatisfy(
            truth -> {
              assertThat(truth.pose().distanceMm()).isBetween(550.0, 650.0);
              assertThat(truth.lightLevel()).isBetween(scene.light().low(), scene.light().high());
            });
  }

  @Test
  void theGazeRestsInFixationsAndJumpsBetweenThem() {
    List<SyntheticTruth> minute = watch(SyntheticScene.STUDIO, 100, 60);

    long resting = 0;
    for (int i = 1; i < minute.size(); i++) {
      if (minute.get(i).gaze().angleToRad(minute.get(i - 1).gaze()) < 1e-9) {
        resting++;
      }
    }
    assertThat((double) resting / minute.size()).isBetween(0.8, 0.97);
  }

  @Test
  void theEyesBlinkNowAndThen() {
    List<SyntheticTruth> minute = watch(SyntheticScene.STUDIO, 100, 60);

    long closed = minute.stream().filter(truth -> truth.eyeOpenness() < 0.1).count();
    long open = minute.stream().filter(truth -> truth.eyeOpenness() == 1).count();

    assertThat(closed).isPositive();
    assertThat((double) open / minute.size()).isGreaterThan(0.85);
  }

  @Test
  void anUnknownSceneIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> SyntheticScene.named("beach"))
        .isInstanceOf(UserError.class)
        .hasMessage("there is no synthetic scene 'beach'; there are studio, lab");
  }

  private static List<SyntheticTruth> watch(SyntheticScene scene, int fps, int seconds) {
    Motion motion = new Motion(scene, new SplittableRandom(4));
    List<SyntheticTruth> truths = new ArrayList<>();
    for (int i = 0; i < fps * seconds; i++) {
      truths.add(motion.at(i, (double) i / fps));
    }
    return truths;
  }

  private static SyntheticCamera camera(long seed) {
    return new SyntheticCamera(SyntheticScene.STUDIO, seed, Pacer.unpaced(30, 0));
  }
}
