package io.gazeshift.adaptation.shadow;

import static io.gazeshift.adaptation.shadow.Faces.BACKBONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.VersionedHead;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShadowTrialTest {

  private static final int SAMPLES = 300;
  private static final VersionedHead ACTIVE = new VersionedHead(Faces.head(0.7, 0.2, 3), 4);

  private final Faces faces = new Faces("cam0", 7);

  @Test
  void aSteadyCandidateIsPromotedAfterTheAskedSamplesAndNotBefore() {
    // Undoes a flattening and an offset, as adaptation does.
    ShadowTrial trial = trial(Faces.head(1, 0.2, 0));
    for (int i = 1; i < SAMPLES; i++) {
      assertThat(trial.offer(faces.next(ACTIVE.head(), 4))).isEmpty();
    }
    assertThat(trial.progress()).isBetween(0.99, 1.0);
    ShadowVerdict verdict = trial.offer(faces.next(ACTIVE.head(), 4)).orElseThrow();
    assertThat(verdict.promoted()).as(verdict.toString()).isTrue();
    assertThat(verdict.samples()).isEqualTo(SAMPLES);
    assertThat(verdict.toMessage().getAccepted()).isTrue();
    assertThat(verdict.findings())
        .extracting(WatchFinding::name)
        .containsExactly("jitter", "range", "difference", "correlation");
  }

  @Test
  void aCandidateIsDroppedForWhatIsWrongWithIt() {
    assertDropped(Faces.head(0.7, 4, 3), "jitter", "from frame to frame");
    assertDropped(Faces.head(0.7, 0.2, 80), "range", "beyond 70 deg of pitch or 90 of yaw");
    assertDropped(Faces.head(0.7, 0.2, 40), "difference", "from the active head on average");
    assertDropped(Faces.head(-0.1, 0, 3), "correlation", "correlation of -");
    assertDropped(Faces.head(0, 0, 3), "correlation", "correlation of 0.00");
  }

  @Test
  void aCandidateThatIsNotFiniteIsOutOfRange() {
    Head broken =
        new Head(
            new DenseLayer(3, 1, new float[3], new float[] {Float.MAX_VALUE}),
            new DenseLayer(1, 1, new float[] {2}, new float[1]),
            new DenseLayer(1, 2, new float[] {1, 1}, new float[2]));
    assertDropped(broken, "range", "100.0 % of its predictions");
  }

  @Test
  void facesOfAnotherBackboneOrLengthArePassedOver() {
    ShadowTrial trial = trial(ACTIVE.head());
    for (int i = 0; i < 2 * SAMPLES; i++) {
      assertThat(
              trial.offer(
                  faces.next(ACTIVE.head(), 4).toBuilder().setBackboneFingerprint("other").build()))
          .isEmpty();
    }
    assertThat(trial.progress()).isZero();
  }

  @Test
  void aHeadPublishedMeanwhileEndsTheTrial() {
    ShadowTrial trial = trial(ACTIVE.head());
    // A face from before the last swap is no sign of one.
    assertThat(trial.offer(faces.next(ACTIVE.head(), 3))).isEmpty();
    ShadowVerdict verdict = trial.offer(faces.next(ACTIVE.head(), 5)).orElseThrow();
    assertThat(verdict.promoted()).isFalse();
    assertThat(verdict.explanation()).contains("head 5 has taken the place of 4");
  }

  @Test
  void withoutNeighbouringFramesJitterCannotBeMeasured() {
    ShadowTrial trial = trial(ACTIVE.head());
    Optional<ShadowVerdict> verdict = Optional.empty();
    int offered = 0;
    while (verdict.isEmpty()) {
      faces.passSeconds(1);
      verdict = trial.offer(faces.next(ACTIVE.head(), 4));
      offered++;
    }
    assertThat(offered).isEqualTo(4 * SAMPLES);
    assertThat(verdict.get().promoted()).isFalse();
    assertThat(verdict.get().explanation()).contains("30 are needed to see jitter");
  }

  private void assertDropped(Head candidate, String failing, String reason) {
    ShadowTrial trial = trial(candidate);
    Optional<ShadowVerdict> verdict = Optional.empty();
    while (verdict.isEmpty()) {
      verdict = trial.offer(faces.next(ACTIVE.head(), 4));
    }
    assertThat(verdict.get().promoted()).isFalse();
    assertThat(verdict.get().explanation()).contains("dropped after", reason);
    assertThat(verdict.get().findings())
        .filteredOn(finding -> !finding.passed())
        .extracting(WatchFinding::name)
        .contains(failing);
  }

  private static ShadowTrial trial(Head candidate) {
    return new ShadowTrial(
        candidate, ACTIVE, BACKBONE, ShadowSettings.of(SAMPLES, Steadiness.DEFAULT));
  }
}
