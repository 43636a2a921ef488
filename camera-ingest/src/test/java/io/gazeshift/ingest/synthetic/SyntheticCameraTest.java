package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.Pacer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;

class SyntheticCameraTest {

  @Test
  void theSameSeedGivesTheSameFrames() throws InterruptedException {
    try (SyntheticCamera one = camera(5);
        SyntheticCamera two = camera(5);
        CameraFrame a = CameraFrame.of(one.intrinsics());
        CameraFrame b = CameraFrame.of(two.intrinsics())) {
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
        CameraFrame a = CameraFrame.of(one.intrinsics());
        CameraFrame b = CameraFrame.of(two.intrinsics())) {
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
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      camera.read(frame);
      clock.advanceMillis(85);
      camera.read(frame);

      assertThat(frame.frameSeq()).isEqualTo(2);
      assertThat(frame.captureMicros()).isEqualTo(ManualClock.START_MICROS + 80_000);
    }
  }

  @Test
  void itsLocatorKnowsTheFrameReadLastOnly() throws InterruptedException {
    try (SyntheticCamera camera = camera(5);
        CameraFrame old = CameraFrame.of(camera.intrinsics());
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      FaceLocator locator = camera.locator();
      camera.read(old);
      camera.read(frame);

      assertThat(locator.locate(frame))
          .singleElement()
          .satisfies(
              face -> {
                assertThat(face.faceIndex()).isZero();
                assertThat(face.eyeOpenness()).isEqualTo(camera.truth().eyeOpenness());
              });
      assertThatThrownBy(() -> locator.locate(old))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("frame 0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"studio", "lab", "vehicle"})
  void thePoseWorkedOutFromItsLandmarksIsTheOneItDrew(String scene) throws InterruptedException {
    for (long seed = 1; seed <= 3; seed++) {
      // Slow enough that another person sits down in the studio.
      try (SyntheticCamera camera =
              new SyntheticCamera(SyntheticScene.named(scene), seed, Pacer.unpaced(1, 0));
          CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
        for (int i = 0; i < 30; i++) {
          camera.read(frame);
          LocatedFace face = camera.locator().locate(frame).get(0);

          HeadPose drawn = camera.truth().pose();
          assertThat(face.pose().headToCamera().rows())
              .containsExactly(drawn.headToCamera().rows(), within(1e-5));
          assertThat(face.pose().faceCentreMm())
              .containsExactly(drawn.faceCentreMm(), within(0.01));
          assertThat(face.reprojectionPx()).isLessThan(0.01);
          assertThat(face.landmarks().count()).isEqualTo(21);
        }
      }
    }
  }

  @Test
  void whatIsKnownIsTheGazeOfTheFrameReadLast() throws InterruptedException {
    try (SyntheticCamera camera = camera(5);
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      camera.read(frame);
      LocatedFace face = camera.locator().locate(frame).get(0);

      assertThat(camera.known().of(face)).contains(camera.truth().gaze());
    }
  }

  @Test
  void inTheStudioSomebodyElseSitsDownEveryTwentySeconds() throws InterruptedException {
    try (SyntheticCamera camera =
            new SyntheticCamera(SyntheticScene.STUDIO, 5, Pacer.unpaced(0.1, 0));
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      List<Integer> people = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        camera.read(frame);
        people.add(camera.truth().person());
      }
      assertThat(people).containsExactly(0, 0, 1, 1, 2, 2);
    }
  }

  @Test
  void aChangeTurnsTheLightWhenItsTimeComesAndNothingElse() throws InterruptedException {
    Staging turning = Staging.parse("lab?noise=0&light=right&change=2s:light=left");
    Staging staying = Staging.parse("lab?noise=0&light=right");
    try (SyntheticCamera one = new SyntheticCamera(turning, 5, Pacer.unpaced(1, 0));
        SyntheticCamera two = new SyntheticCamera(staying, 5, Pacer.unpaced(1, 0));
        CameraFrame a = CameraFrame.of(one.intrinsics());
        CameraFrame b = CameraFrame.of(two.intrinsics())) {
      for (int second = 0; second < 4; second++) {
        one.read(a);
        two.read(b);

        assertThat(one.truth()).isEqualTo(two.truth());
        assertThat(Core.norm(a.bgr(), b.bgr(), Core.NORM_INF) > 0).isEqualTo(second >= 2);
      }
    }
  }

  private static SyntheticCamera camera(long seed) {
    return new SyntheticCamera(SyntheticScene.STUDIO, seed, Pacer.unpaced(30, 0));
  }
}
