package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.FaceIdentity;
import org.junit.jupiter.api.Test;

class CaptureSessionsTest {

  private static final long SECOND = 1_000_000;

  private final CaptureSessions sessions = new CaptureSessions();
  private long nowMicros = 1_700_000_000 * SECOND;

  @Test
  void oneCaptureProcessIsFine() {
    assertThat(face("hall", 1)).isFalse();
    assertThat(face("hall", 1)).isFalse();
  }

  @Test
  void aRestartOfTheCaptureProcessIsFine() {
    face("hall", 1);

    assertThat(face("hall", 2)).isFalse();
    assertThat(face("hall", 2)).isFalse();
    assertThat(face("hall", 3)).isFalse();
  }

  @Test
  void twoCaptureProcessesAtTheSameTimeAreNoticed() {
    face("hall", 1);
    face("hall", 2);

    assertThat(face("hall", 1)).isTrue();
    assertThat(face("hall", 1)).isFalse();
    assertThat(face("hall", 2)).isTrue();
  }

  @Test
  void threeCaptureProcessesInASteadyOrderAreNoticed() {
    face("hall", 1);
    face("hall", 2);
    face("hall", 3);

    assertThat(face("hall", 1)).isTrue();
    assertThat(face("hall", 2)).isTrue();
    assertThat(face("hall", 3)).isTrue();
  }

  @Test
  void aCaptureProcessThatRestartsAgainAndAgainIsFine() {
    for (long session = 1; session <= 100; session++) {
      assertThat(face("hall", session)).isFalse();
      assertThat(face("hall", session)).isFalse();
    }
  }

  @Test
  void aSecondCaptureProcessIsNoticedHoweverLongTheFirstHasRun() {
    face("hall", 1);
    nowMicros += 3600 * SECOND;
    face("hall", 1);
    face("hall", 2);

    assertThat(face("hall", 1)).isTrue();
  }

  @Test
  void theSessionsOfDifferentCamerasAreNotMixedUp() {
    face("hall", 1);
    face("door", 2);

    assertThat(face("hall", 1)).isFalse();
    assertThat(face("door", 2)).isFalse();
  }

  /** A film that was read again, say. */
  @Test
  void aSessionThatReturnsMuchLaterIsNotAtTheSameTime() {
    face("hall", 1);
    face("hall", 2);
    nowMicros += 3600 * SECOND;

    assertThat(face("hall", 1)).isFalse();
  }

  private boolean face(String camera, long session) {
    nowMicros += SECOND / 30;
    return sessions.isOverlapping(
        FaceIdentity.newBuilder().setCamera(camera).setCaptureSession(session).build(), nowMicros);
  }
}
