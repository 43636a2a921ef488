package io.gazeshift.trials.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.FaceIdentity;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private final Ledger ledger = new Ledger();

  @Test
  void anAcknowledgedFaceWithoutAPredictionIsLost() {
    ledger.acknowledged(face(1));
    ledger.acknowledged(face(2));
    ledger.predicted(face(2));

    assertThat(ledger.losses()).isEqualTo(1);
    assertThat(ledger.duplicates()).isZero();
  }

  @Test
  void framesAreThoseOfOneCameraOfWhichAFaceWasAcknowledged() {
    ledger.acknowledged(face(7));
    ledger.acknowledged(face(2));
    ledger.sent(face(3));

    assertThat(ledger.framesOf(face(1).getCamera())).containsExactly(2L, 7L);
    assertThat(ledger.framesOf("another")).isEmpty();
  }

  @Test
  void aSecondPredictionIsADuplicateAndNoOtherFaceMakesUpForIt() {
    ledger.acknowledged(face(1));
    ledger.acknowledged(face(2));
    ledger.predicted(face(1));
    ledger.predicted(face(1));

    assertThat(ledger.duplicates()).isEqualTo(1);
    assertThat(ledger.losses()).isEqualTo(1);
  }

  @Test
  void aFaceThatWasSentButNotAcknowledgedMayBePredictedOrNot() {
    ledger.sent(face(1));
    ledger.sent(face(2));
    ledger.predicted(face(2));

    assertThat(ledger.losses()).isZero();
    assertThat(ledger.strangers()).isZero();
  }

  @Test
  void aPredictionOfAFaceThatWasNotSentIsAStranger() {
    ledger.predicted(face(3));

    assertThat(ledger.strangers()).isEqualTo(1);
  }

  @Test
  void oneCameraThatIsWellAgainDoesNotSpeakForAnother() {
    ledger.sent(captured("left", 5));
    ledger.sent(captured("right", 5));
    ledger.predicted(captured("left", 7));

    assertThat(ledger.everyCameraPredictedSince(6)).isFalse();

    ledger.predicted(captured("right", 7));

    assertThat(ledger.everyCameraPredictedSince(6)).isTrue();
  }

  private static FaceIdentity captured(String camera, long micros) {
    return FaceIdentity.newBuilder().setCamera(camera).setCaptureMicros(micros).build();
  }

  private static FaceIdentity face(long seq) {
    return FaceIdentity.newBuilder().setCamera("cam").setFrameSeq(seq).build();
  }
}
