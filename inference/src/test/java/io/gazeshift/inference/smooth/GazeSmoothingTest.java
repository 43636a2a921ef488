package io.gazeshift.inference.smooth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.inference.config.SmoothingConfig;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GazeSmoothingTest {

  private static final int FRAME_MICROS = 33_333;

  private final GazeSmoothing smoothing = new GazeSmoothing(new SmoothingConfig(true, 1, 0.05));

  private static FaceIdentity face(int index, int frame) {
    return FaceIdentity.newBuilder()
        .setCamera("cam0")
        .setFaceIndex(index)
        .setCaptureMicros(1_000_000_000L + (long) frame * FRAME_MICROS)
        .build();
  }

  @Test
  void aRestingGazeIsSteadier() {
    Random random = new Random(5);
    double rawSquares = 0;
    double smoothSquares = 0;
    for (int frame = 0; frame < 300; frame++) {
      Gaze raw = Gaze.ofDegrees(5 + random.nextGaussian(), -10 + random.nextGaussian());
      Gaze smooth = smoothing.next(face(0, frame), raw).orElseThrow();
      if (frame >= 30) {
        rawSquares += Math.pow(raw.yawDeg() + 10, 2);
        smoothSquares += Math.pow(smooth.yawDeg() + 10, 2);
      }
    }

    assertThat(Math.sqrt(smoothSquares / rawSquares)).isLessThan(0.5);
  }

  @Test
  void aGazeThatJumpsIsFollowedWithinSomeFrames() {
    for (int frame = 0; frame < 30; frame++) {
      assertThat(smoothing.next(face(0, frame), Gaze.ofDegrees(0, 0)).orElseThrow().yawDeg())
          .isCloseTo(0, within(1e-9));
    }
    double yaw = 0;
    for (int frame = 30; frame < 36; frame++) {
      double next = smoothing.next(face(0, frame), Gaze.ofDegrees(0, 20)).orElseThrow().yawDeg();
      assertThat(next).isBetween(yaw, 20.0);
      yaw = next;
    }

    assertThat(yaw).isGreaterThan(18);
  }

  @Test
  void theFrequencyOfTheFramesHardlyMatters() {
    GazeSmoothing slower = new GazeSmoothing(new SmoothingConfig(true, 1, 0));
    GazeSmoothing faster = new GazeSmoothing(new SmoothingConfig(true, 1, 0));
    double slow = 0;
    double fast = 0;
    slower.next(face(0, 0), Gaze.ofDegrees(0, 0));
    faster.next(face(0, 0), Gaze.ofDegrees(0, 0));
    for (int frame = 1; frame <= 12; frame++) {
      fast = faster.next(face(0, frame), Gaze.ofDegrees(0, 10)).orElseThrow().yawDeg();
      if (frame % 2 == 0) {
        slow = slower.next(face(0, frame), Gaze.ofDegrees(0, 10)).orElseThrow().yawDeg();
      }
    }

    assertThat(slow).isCloseTo(fast, within(0.7));
  }

  @Test
  void facesAreSmoothedApart() {
    smoothing.next(face(0, 0), Gaze.ofDegrees(0, 30));
    smoothing.next(face(1, 0), Gaze.ofDegrees(0, -30));

    assertThat(smoothing.next(face(0, 1), Gaze.ofDegrees(0, 30)).orElseThrow().yawDeg())
        .isCloseTo(30, within(1e-9));
  }

  @Test
  void afterAGapItBeginsAnewAndALateFrameHasNone() {
    smoothing.next(face(0, 0), Gaze.ofDegrees(0, 30));

    assertThat(smoothing.next(face(0, 60), Gaze.ofDegrees(0, -30)))
        .contains(Gaze.ofDegrees(0, -30));
    assertThat(smoothing.next(face(0, 59), Gaze.ofDegrees(0, -30))).isEmpty();
    assertThat(smoothing.next(face(0, 60), Gaze.ofDegrees(0, -30))).isEmpty();
  }

  @Test
  void itCanBeForgottenAndSwitchedOff() {
    smoothing.next(face(0, 0), Gaze.ofDegrees(0, 30));
    smoothing.forget();

    assertThat(smoothing.next(face(0, 0), Gaze.ofDegrees(0, 5))).contains(Gaze.ofDegrees(0, 5));
    assertThat(GazeSmoothing.off().next(face(0, 0), Gaze.ofDegrees(0, 5))).isEmpty();
  }
}
