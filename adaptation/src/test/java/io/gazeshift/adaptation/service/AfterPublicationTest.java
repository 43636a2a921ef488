package io.gazeshift.adaptation.service;

import static io.gazeshift.adaptation.service.TestCoordinator.CANDIDATE;
import static io.gazeshift.adaptation.service.TestCoordinator.ENOUGH;
import static io.gazeshift.adaptation.service.TestCoordinator.NOW;
import static io.gazeshift.adaptation.service.TestCoordinator.SHADOW_FACES;
import static io.gazeshift.adaptation.service.TestCoordinator.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.schedule.DomainHistory;
import io.gazeshift.adaptation.shadow.Faces;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.FeatureSample;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@link ShadowPromotion} and {@link AutomaticRollback}. */
class AfterPublicationTest {

  private static final Head JITTERY = Faces.head(1, 4, 0);
  private static final int TEN_SECONDS = 300;

  private final TestCoordinator test = TestCoordinator.accepting();
  private final Faces faces = new Faces("cam0", 5);

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void aCandidateThatPassesItsShadowTrialIsPublished() {
    runInShadow();
    showToTrial(SHADOW_FACES, 0);
    test.proceed();
    assertThat(test.outbox.stages()).containsExactly(Stage.STARTED, Stage.SHADOWED, Stage.JUDGED);
    AdaptationEvent event = test.outbox.last();
    assertThat(event.getTrigger()).isEqualTo("shadow");
    assertThat(event.getPublishedVersion()).isEqualTo(1);
    assertThat(test.heads.load("shadowed")).isEqualTo(CANDIDATE);
    assertThat(test.runsCounted("shadowed")).isEqualTo(1);
    assertThat(test.runsCounted("promoted")).isEqualTo(1);
    test.proceed();
    assertThat(test.outbox.events()).as("only once").hasSize(3);
  }

  @Test
  void aCandidateBesideAHeadThatWasReplacedIsDropped() {
    runInShadow();
    test.heads.publish("shadowed", SOURCE, false);
    showToTrial(1, 1);
    test.proceed();
    assertThat(test.outbox.last().getPublishedVersion()).isZero();
    assertThat(test.outbox.last().getVerdict().getAccepted()).isFalse();
    assertThat(test.runsCounted("dropped")).isEqualTo(1);
  }

  @Test
  void aCandidateThatPassesIsNotPublishedInAPinnedDomain() {
    runInShadow();
    showToTrial(SHADOW_FACES, 0);
    test.heads.publish("shadowed", SOURCE, true);
    test.proceed();
    assertThat(test.outbox.last().getStage()).isEqualTo(Stage.FAILED);
    assertThat(test.outbox.last().getExplanation()).contains("became active meanwhile");
    assertThat(test.heads.facts("shadowed").version()).isEqualTo(1);
  }

  @Test
  void aCandidateThatIsDroppedEntersTheHistoryAtOnce() {
    runInShadow();
    assertThat(shadowed().history(NOW).setbacks().count()).isZero();
    showToTrial(1, 1);
    test.proceed();
    assertThat(test.runsCounted("dropped")).isEqualTo(1);
    assertThat(shadowed().history(NOW).setbacks().count()).isEqualTo(1);
    assertThat(shadowed().history(NOW)).isEqualTo(afterRestart());
  }

  @Test
  void aCandidateThatIsPromotedInVainIsAFailureAtOnce() {
    runInShadow();
    showToTrial(SHADOW_FACES, 0);
    test.outbox.rejectHeads(new RecordTooLargeException("the head is too large"));
    test.proceed();
    assertThat(test.outbox.last().getStage()).isEqualTo(Stage.FAILED);
    assertThat(test.outbox.last().getExplanation()).endsWith("but the head is too large");
    assertThat(shadowed().history(NOW).failures()).isEqualTo(1);
    test.proceed();
    assertThat(test.outbox.stages())
        .as("tried once")
        .containsExactly(Stage.STARTED, Stage.SHADOWED, Stage.FAILED);
  }

  @Test
  void aRollbackThatMayNotBeWrittenDoesNotBlockTheOthers() {
    publishByService(JITTERY);
    watch(JITTERY, 1);
    test.outbox.rejectHeads(new TopicAuthorizationException("not permitted"));
    test.proceed();
    assertThat(test.outbox.stages()).containsExactly(Stage.FAILED);
    assertThat(test.outbox.last().getExplanation()).endsWith("but not permitted");
    assertThat(test.watches.next()).isEmpty();
  }

  private DomainState shadowed() {
    return test.domains.ready("shadowed").orElseThrow();
  }

  /** What a process that reads the same events knows, with the samples of the run. */
  private DomainHistory afterRestart() {
    PastRuns past = new PastRuns();
    test.outbox.events().forEach(past::note);
    return new DomainState("shadowed", test.partition, BufferSettings.DEFAULT, past.of("shadowed"))
        .history(NOW)
        .withAdaptedTo(shadowed().history(NOW).adaptedTo());
  }

  @Test
  void anAbortedPromotionIsRetried() {
    runInShadow();
    showToTrial(SHADOW_FACES, 0);
    test.outbox.abortNext(1);
    test.proceed();
    assertThat(test.heads.active("shadowed")).isEmpty();
    test.proceed();
    assertThat(test.heads.facts("shadowed").version()).isEqualTo(1);
  }

  @Test
  void aHeadThatTurnsOutWorseIsReplacedByItsParent() {
    publishByService(JITTERY);
    test.domain("seat", ENOUGH);
    watch(JITTERY, 1);
    test.proceed();
    AdaptationEvent event = test.outbox.last();
    assertThat(event.getStage()).isEqualTo(Stage.ROLLED_BACK);
    assertThat(event.getParentVersion()).isEqualTo(1);
    assertThat(event.getPublishedVersion()).isEqualTo(2);
    assertThat(test.heads.load("seat")).isEqualTo(SOURCE);
    assertThat(test.domains.ready("seat").orElseThrow().history(NOW).setbacks().standing())
        .isFalse();
    assertThat(test.runsCounted("rolled_back")).isEqualTo(1);
  }

  @Test
  void aHeadThatWasReplacedMeanwhileIsNotRolledBack() {
    publishByService(JITTERY);
    watch(JITTERY, 1);
    test.heads.publish("seat", CANDIDATE, false);
    test.proceed();
    assertThat(test.outbox.events()).isEmpty();
    assertThat(test.heads.load("seat")).isEqualTo(CANDIDATE);
  }

  @Test
  void aParentThatIsNotKeptCannotBeRestored() {
    test.heads.publish("seat", SOURCE, false);
    test.outbox.send(
        test.partition, test.heads.publication("seat", JITTERY, 1, "a test").records());
    watch(JITTERY, 2);
    test.heads.forget("seat", 1);
    test.proceed();
    assertThat(test.outbox.stages()).containsExactly(Stage.FAILED);
    assertThat(test.outbox.last().getExplanation()).endsWith("but head 1 is not kept");
    assertThat(test.heads.load("seat")).isEqualTo(JITTERY);
  }

  @Test
  void anAbortedRollbackIsRetried() {
    publishByService(JITTERY);
    watch(JITTERY, 1);
    test.outbox.abortNext(1);
    test.proceed();
    assertThat(test.heads.facts("seat").version()).isEqualTo(1);
    test.proceed();
    assertThat(test.heads.facts("seat").version()).isEqualTo(2);
  }

  private void runInShadow() {
    test.domain("shadowed", ENOUGH);
    test.schedule();
    test.proceed();
    await()
        .until(
            () -> {
              test.proceed();
              return test.runs.current().isEmpty();
            });
    assertThat(test.outbox.last().getStage()).isEqualTo(Stage.SHADOWED);
    assertThat(test.heads.active("shadowed")).isEmpty();
  }

  private void publishByService(Head head) {
    test.outbox.send(test.partition, test.heads.publication("seat", head, 0, "a test").records());
  }

  private void watch(Head head, long version) {
    for (int i = 0; i < TEN_SECONDS; i++) {
      test.watches.saw(test.partition, faces.next(head, version));
    }
  }

  private void showToTrial(int count, long version) {
    for (int i = 0; i < count; i++) {
      FeatureSample face = faces.next(SOURCE, version);
      test.trials.saw(
          test.partition,
          face.toBuilder()
              .setIdentity(face.getIdentity().toBuilder().setDomain("shadowed"))
              .build());
    }
  }
}
