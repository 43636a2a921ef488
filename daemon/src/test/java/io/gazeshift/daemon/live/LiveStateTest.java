package io.gazeshift.daemon.live;

import static io.gazeshift.daemon.live.LiveFaces.captured;
import static io.gazeshift.daemon.live.LiveFaces.feature;
import static io.gazeshift.daemon.live.LiveFaces.identity;
import static io.gazeshift.daemon.live.LiveFaces.prediction;
import static io.gazeshift.daemon.live.LiveFaces.truth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.common.Micros;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.inference.swap.RejectedHeadException;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.GateVerdict;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.TestHeads;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveStateTest {

  @TempDir private Path directory;
  private LiveState state;

  @BeforeEach
  void open() throws IOException {
    state =
        new LiveState(
            LiveFaces.settings(
                LiveFaces.priors(
                    directory,
                    """
                    cameras: [{id: lab, source: "synthetic:lab"}]
                    domains: [{name: lab, prior: [-16 0 6 9]}]
                    """)));
  }

  @Test
  void eachHeadIsScoredOnTheFramesOfItsOwnTime() {
    // 0.5 from the truth by the source head, 0.125 by head 1; the truth is at 0.5.
    for (int frame = 0; frame < 20; frame++) {
      see("lab", frame, new Gaze(0, 0), 0);
    }
    for (int frame = 20; frame < 50; frame++) {
      see("lab", frame, new Gaze(0.375, 0), 1);
    }

    assertThat(state.periods())
        .extracting(ActivePeriodView::domain, ActivePeriodView::version, ActivePeriodView::faces)
        .containsExactly(tuple("lab", 0L, 20L), tuple("lab", 1L, 30L));
    ActivePeriodView last = state.periods().get(1);
    assertThat(last.degrees()).isCloseTo(Math.toDegrees(0.125), within(1e-3));
    assertThat(last.sourceDegrees()).isCloseTo(Math.toDegrees(0.5), within(1e-3));
    assertThat(last.reduction()).isCloseTo(0.75, within(1e-4));
    assertThat(last.from()).isEqualTo(captured(20));
    assertThat(last.to()).isEqualTo(captured(49));
    assertThat(last.priorDegrees().getAsDouble()).isCloseTo(16 + Math.toDegrees(0.5), within(0.2));
  }

  @Test
  void theRollingErrorForgetsWhatIsLongerAgo() {
    for (int frame = 0; frame < 100; frame++) {
      see("lab", frame, new Gaze(0, 0), 0);
    }
    for (int frame = 200; frame < 250; frame++) {
      see("lab", frame, new Gaze(0.5, 0), 1);
    }

    ErrorView error = domain(captured(250)).error().orElseThrow();
    assertThat(error.faces()).isEqualTo(50);
    assertThat(error.degrees()).isCloseTo(0, within(1e-6));
    assertThat(domain(captured(500)).error()).isEmpty();
  }

  @Test
  void theErrorIsMarkedOnceASecondForTenMinutes() {
    for (int frame = 0; frame < 7000; frame++) {
      see("lab", frame, new Gaze(0, 0), 0);
      state.passes(captured(frame));
    }

    assertThat(domain(captured(7000)).history())
        .hasSize(DomainScores.MOST_POINTS)
        .element(DomainScores.MOST_POINTS - 1)
        .satisfies(point -> assertThat(point.sourceDegrees()).isCloseTo(28.65, within(0.01)));
  }

  @Test
  void aCameraTellsItsPaceItsLatencyAndItsNewestFaces() {
    for (int frame = 0; frame < 100; frame++) {
      FaceIdentity first = identity("lab", frame);
      FaceIdentity second = first.toBuilder().setFaceIndex(1).build();
      Instant now = captured(frame).plusMillis(40);
      state.note(prediction(first, new Gaze(0, 0), 0), now);
      state.note(prediction(second, new Gaze(0.25, 0), 0), now);
      state.note(truth(first, new Gaze(0.5, 0)), now);
    }

    CameraView camera = state.snapshot(captured(99).plusMillis(40)).cameras().get(0);
    assertThat(camera.framesPerSecond()).isCloseTo(10, within(0.5));
    assertThat(camera.latencyP50Millis()).isCloseTo(40, within(1e-6));
    assertThat(camera.lastSeen()).isEqualTo(captured(99).plusMillis(40));
    assertThat(camera.faces()).extracting(FaceView::index).containsExactly(0, 1);
    assertThat(camera.faces().get(0).truth()).hasValue(Direction.of(new Gaze(0.5, 0)));
    assertThat(camera.faces().get(1).truth()).isEmpty();
  }

  @Test
  void withoutATruthThereIsNoError() {
    for (int frame = 0; frame < 10; frame++) {
      FaceIdentity face = identity("lab", frame);
      state.note(prediction(face, new Gaze(0.1 * frame, 0), 0), captured(frame));
      state.note(feature(face, 0, Rotation.IDENTITY), captured(frame));
    }

    DomainView domain = domain(captured(10));
    assertThat(domain.error()).isEmpty();
    assertThat(domain.truth()).isEmpty();
    assertThat(domain.predicted()).isPresent();
    assertThat(domain.recent()).hasSize(10);
    assertThat(domain.prior()).hasSize(1);
    assertThat(domain.prior().get(0).mean().pitchDegrees()).isCloseTo(-16, within(0.2));
    assertThat(domain.prior().get(0).yawVariance()).isCloseTo(81, within(6.0));
    assertThat(state.periods()).isEmpty();
  }

  @Test
  void whatHappensToADomainIsToldNewestFirst() {
    state.note(event(1, Stage.STARTED).setTrigger("first").setExplanation("120 samples").build());
    state.note(event(2, Stage.PROGRESS).build());
    state.note(
        event(3, Stage.JUDGED)
            .setPublishedVersion(1)
            .setVerdict(GateVerdict.newBuilder().setAccepted(true))
            .setExplanation("all 8 checks passed")
            .setReport("r.html")
            .build());
    see("lab", 0, Gaze.INTO_CAMERA, 0);
    see("lab", 40, Gaze.INTO_CAMERA, 1);
    // One of several processes is a moment behind.
    see("lab", 41, Gaze.INTO_CAMERA, 0);

    assertThat(state.snapshot(captured(50)).events())
        .extracting(EventView::kind, EventView::text)
        .containsExactly(
            tuple("swap", "head 1 is active now, replacing head 0"),
            tuple("verdict", "accepted: published head 1"),
            tuple("trigger", "first: 120 samples"));
    assertThat(state.snapshot(captured(50)).events().get(1).report()).hasValue("r.html");
  }

  @Test
  void aRejectionGivesTheDecidingReasonAndTheHeadThatStays() {
    state.note(
        event(1, Stage.JUDGED)
            .setParentVersion(4)
            .setExplanation("collapse and source")
            .setVerdict(
                GateVerdict.newBuilder()
                    .addChecks(check("scale", true, "fine"))
                    .addChecks(check("collapse", false, "spread is 0.1°, limit 1.2°"))
                    .addChecks(check("source", false, "worse")))
            .build());

    assertThat(state.snapshot(captured(50)).events().get(0).text())
        .isEqualTo("rejected (collapse): spread is 0.1°, limit 1.2°. Head 4 stays active.");
  }

  @Test
  void aRunWithoutAChangeAndARejectedHeadAreOneSentenceEach() {
    state.note(event(1, Stage.LEFT_ALONE).setExplanation("40 fixations, needs 60").build());
    state.note(
        event(2, Stage.FAILED)
            .setRefusedVersion(3)
            .setParentVersion(2)
            .setVerdict(GateVerdict.newBuilder().addChecks(check("signature", false, "unsigned")))
            .build());

    assertThat(state.snapshot(captured(50)).events())
        .extracting(EventView::kind, EventView::text)
        .containsExactly(
            tuple("rejected", "inference rejected head 3: unsigned. Head 2 stays active."),
            tuple("skipped", "no change: 40 fixations, needs 60. Source head stays active."));
  }

  private static GateCheck check(String name, boolean passed, String reason) {
    return GateCheck.newBuilder().setName(name).setPassed(passed).setReason(reason).build();
  }

  @Test
  void headsThatPeoplePublishAreToldAndAllOfThemAreSwaps() {
    state.note(head(1, "service"));
    state.note(head(2, "person ann"));
    state.note(head(1, "person who replays"));
    state.note(head(Long.MAX_VALUE, "person who counts too far"));

    assertThat(state.snapshot(captured(50)).events())
        .extracting(EventView::text)
        .containsExactly("head 2, by person ann: because");
    assertThat(domain(captured(50)).swaps()).extracting(SwapView::version).containsExactly(1L, 2L);
    assertThat(domain(captured(50)).headVersion()).isEqualTo(2);
  }

  @Test
  void eventsAreBounded() {
    for (int second = 0; second < 3 * LiveState.MOST_EVENTS; second++) {
      state.note(event(second, Stage.FAILED).setExplanation("no " + second).build());
    }

    assertThat(state.snapshot(captured(0)).events())
        .hasSize(LiveState.MOST_EVENTS)
        .first()
        .extracting(EventView::text)
        .isEqualTo("no 599");
  }

  /** The truth is at a pitch of 0.5, and the source head says 0. */
  private void see(String camera, long frame, Gaze predicted, long version) {
    FaceIdentity face = identity(camera, frame);
    state.note(truth(face, new Gaze(0.5, 0)), captured(frame));
    state.note(prediction(face, predicted, version), captured(frame));
    state.note(feature(face, 0, Rotation.IDENTITY), captured(frame));
  }

  private DomainView domain(Instant now) {
    return state.snapshot(now).domains().get(0);
  }

  private static AdaptationEvent.Builder event(int second, Stage stage) {
    return AdaptationEvent.newBuilder()
        .setDomain("lab")
        .setStage(stage)
        .setStartedMicros(Micros.of(captured(0).plusSeconds(second)));
  }

  /** As an intruder writes it, who may write to gaze.models but has no key. */
  @Test
  void aForgedHeadOfAHighVersionDoesNotHideTheRealOnes() throws Exception {
    KeyFiles keys = KeyFiles.generate(directory.resolve("keys"), new SecureRandom());
    HeadSigner signer = HeadSigner.read(keys.privateKey());
    LiveState guarded =
        new LiveState(
            new LiveSettings(
                Optional.of(LiveFaces.SOURCE),
                new HeadVerifier(
                    LiveFaces.BACKBONE, new float[1], TrustedKeys.read(List.of(keys.publicKey()))),
                LiveFaces.priors(directory, "cameras: [{id: lab, source: \"synthetic:lab\"}]"),
                List.of(),
                Duration.ofSeconds(10)));
    HeadModel forged =
        TestHeads.record("van", 1_000_000, LiveFaces.BACKBONE, LiveFaces.SOURCE.head());
    HeadModel real =
        signer.sign(TestHeads.record("van", 1, LiveFaces.BACKBONE, LiveFaces.SOURCE.head()));

    assertThatThrownBy(() -> guarded.noteHead("van", RecordType.HEAD_MODEL.encode(forged)))
        .isInstanceOf(RejectedHeadException.class);
    guarded.noteHead("van", RecordType.HEAD_MODEL.encode(real));

    assertThat(guarded.snapshot(LiveFaces.START).domains())
        .extracting(DomainView::headVersion)
        .containsExactly(1L);
  }

  private static HeadModel head(long version, String author) {
    return HeadModel.newBuilder()
        .setDomain("lab")
        .setVersion(version)
        .setAuthor(author)
        .setReportSummary("because")
        .build();
  }
}
