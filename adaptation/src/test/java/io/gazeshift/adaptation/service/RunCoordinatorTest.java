package io.gazeshift.adaptation.service;

import static io.gazeshift.adaptation.service.TestCoordinator.CANDIDATE;
import static io.gazeshift.adaptation.service.TestCoordinator.ENOUGH;
import static io.gazeshift.adaptation.service.TestCoordinator.NOW;
import static io.gazeshift.adaptation.service.TestCoordinator.done;
import static io.gazeshift.adaptation.service.TestCoordinator.judged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.config.AdaptConfig.GateMode;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.gazeshift.testing.TestHeads;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunCoordinatorTest {

  private final CountDownLatch finish = new CountDownLatch(1);
  private TestCoordinator test;

  @AfterEach
  void close() {
    finish.countDown();
    test.close();
  }

  @Test
  void anAcceptedCandidateIsPublishedAndTheRequestIsAnswered() {
    start(GateMode.ENFORCE, true);
    test.request(Kind.ADAPT, "seat", "r1");
    test.schedule();
    finishRun();
    assertThat(test.outbox.stages()).containsExactly(Stage.STARTED, Stage.JUDGED);
    AdaptationEvent event = test.outbox.last();
    assertThat(event.getPublishedVersion()).isEqualTo(1);
    assertThat(event.getRequestId()).isEqualTo("r1");
    assertThat(event.getReport()).isEqualTo("report.html");
    assertThat(test.heads.load("seat")).isEqualTo(CANDIDATE);
    assertThat(test.heads.active("seat").orElseThrow().getReportSummary())
        .contains("all 1 checks passed", "report report.html");
    assertThat(test.requests.open(NOW)).isEmpty();
    assertThat(test.runsCounted("accepted")).isEqualTo(1);
    assertThat(seat().history(NOW).lastRun()).contains(NOW);
    assertThat(seat().history(NOW).adaptedTo()).isPresent();
  }

  @Test
  void aRejectedCandidateIsNotPublished() {
    start(GateMode.ENFORCE, false);
    runOnce();
    assertThat(test.outbox.last().getPublishedVersion()).isZero();
    assertThat(test.outbox.last().getExplanation()).isEqualTo("too far");
    assertThat(test.heads.active("seat")).isEmpty();
    assertThat(test.runsCounted("rejected")).isEqualTo(1);
    assertThat(seat().history(NOW).setbacks().count()).isEqualTo(1);
  }

  @Test
  void aRejectedCandidateIsPublishedIfTheGateOnlyWarns() {
    start(GateMode.WARN, false);
    runOnce();
    assertThat(test.outbox.last().getPublishedVersion()).isEqualTo(1);
    assertThat(test.outbox.last().getVerdict().getAccepted()).isFalse();
    assertThat(test.runsCounted("published_anyway")).isEqualTo(1);
  }

  @Test
  void aCandidateJudgedAgainstAnOldHeadIsNotPublished() {
    start(GateMode.ENFORCE, true);
    test.schedule();
    test.runs.proceed(NOW);
    test.heads.publish("seat", TestCoordinator.SOURCE, false);
    finishRun();
    assertThat(test.outbox.last().getStage()).isEqualTo(Stage.FAILED);
    assertThat(test.outbox.last().getExplanation())
        .startsWith("head 1, by person test, became active meanwhile");
    assertThat(seat().history(NOW).failures()).isEqualTo(1);
  }

  @Test
  void aDomainThatWasPinnedMeanwhileKeepsItsHead() {
    start(GateMode.ENFORCE, true);
    Head own = TestCoordinator.SOURCE;
    test.heads.publish("seat", own, false);
    test.schedule();
    test.runs.proceed(NOW);
    // Pinning publishes the head again.
    test.heads.publish("seat", own, true);
    finishRun();
    assertThat(test.outbox.last().getStage()).isEqualTo(Stage.FAILED);
    assertThat(test.heads.facts("seat").version()).isEqualTo(2);
  }

  @Test
  void aHeadThatAPersonPublishesAtTheSameMomentWins() {
    start(GateMode.ENFORCE, true);
    test.schedule();
    test.runs.proceed(NOW);
    test.outbox.beforeNextSend(() -> test.heads.publish("seat", TestCoordinator.SOURCE, false));
    finishRun();
    assertThat(test.outbox.stages()).containsExactly(Stage.STARTED, Stage.JUDGED, Stage.FAILED);
    assertThat(test.outbox.last().getExplanation())
        .contains("head 1 did not become active", "by person test");
    assertThat(test.runsCounted("accepted")).isZero();
    assertThat(test.runsCounted("failed")).isEqualTo(1);
  }

  @Test
  void anAbortedPublicationIsRetriedAndAtLastGivenUp() {
    start(GateMode.ENFORCE, true);
    test.schedule();
    test.runs.proceed(NOW);
    test.outbox.abortNext(2);
    finishRun();
    assertThat(test.heads.facts("seat").version()).as("at the third attempt").isEqualTo(1);

    test.queue.offer(TestCoordinator.waiting("seat", Optional.empty()));
    test.runs.proceed(NOW);
    test.outbox.abortNext(5);
    finishRun();
    assertThat(test.heads.facts("seat").version()).isEqualTo(1);
    assertThat(seat().history(NOW).failures()).isEqualTo(1);
  }

  @Test
  void aHeadThatMayNotBeWrittenFailsItsRunAtOnceAndTheNextDomainGoesOn() {
    for (KafkaException problem :
        List.of(
            new RecordTooLargeException("the head is too large"),
            new TopicAuthorizationException("not permitted", Set.of("gaze.models")))) {
      start(GateMode.ENFORCE, true);
      test.domain("other", ENOUGH);
      test.outbox.rejectHeads(problem);
      test.request(Kind.ADAPT, "seat", "r1");
      test.schedule();
      finishAllRuns();
      assertThat(test.outbox.events())
          .extracting(AdaptationEvent::getDomain, AdaptationEvent::getStage)
          .containsExactly(
              tuple("seat", Stage.STARTED),
              tuple("seat", Stage.FAILED),
              tuple("other", Stage.STARTED),
              tuple("other", Stage.FAILED));
      assertThat(test.outbox.events().get(1).getExplanation())
          .isEqualTo("could not be published: " + problem.getMessage());
      assertThat(test.requests.open(NOW)).isEmpty();
      assertThat(test.runsCounted("failed")).isEqualTo(2);
      assertThat(seat().history(NOW).failures()).isEqualTo(1);
      test.schedule();
      assertThat(test.queue.size()).as("the domain backs off").isZero();
      test.close();
    }
  }

  @Test
  void aHeadThatMakesNoRecordFailsItsRun() {
    start(GateMode.ENFORCE, true);
    test.heads.publishNext(TestHeads.constant(5_000_000, 0, 0));
    runOnce();
    assertThat(test.outbox.last().getStage()).isEqualTo(Stage.FAILED);
    assertThat(test.outbox.last().getExplanation())
        .startsWith("could not be published: HeadModel has 20")
        .endsWith("at most 4194304 are allowed");
    assertThat(seat().history(NOW).failures()).isEqualTo(1);
  }

  @Test
  void aRunOfADomainWithoutFurtherVersionsFails() {
    start(GateMode.ENFORCE, true);
    test.heads.publishNothing("domain 'seat': none can follow");
    runOnce();
    assertThat(test.outbox.last().getStage()).isEqualTo(Stage.FAILED);
    assertThat(test.outbox.last().getExplanation()).contains("none can follow");
  }

  @Test
  void aFailureThatCannotBeToldIsStillKnownHere() {
    start(GateMode.ENFORCE, true);
    test.schedule();
    test.runs.proceed(NOW);
    test.outbox.abortNext(10);
    finishRun();
    assertThat(test.outbox.stages()).containsExactly(Stage.STARTED);
    assertThat(seat().history(NOW).failures()).isEqualTo(1);
    assertThat(test.runsCounted("failed")).isEqualTo(1);
  }

  @Test
  void aRunWhosePartitionWasReassignedIsStoppedAndDiscarded() {
    start(GateMode.ENFORCE, true);
    test.schedule();
    test.runs.proceed(NOW);
    Job job = test.runs.current().orElseThrow();
    test.queue.offer(TestCoordinator.waiting("other", Optional.empty()));
    test.domains.revoke(0).ifPresent(test.coordinator::revoked);
    assertThat(job.stop().reason()).hasValue("its partition went to another process");
    test.domains.assign(0, 0);
    finishRun();
    assertThat(test.outbox.stages()).containsExactly(Stage.STARTED);
    assertThat(test.heads.active("seat")).isEmpty();
  }

  @Test
  void aRunThatCannotStartIsAFailureThatAnswersItsRequest() {
    start(GateMode.ENFORCE, true);
    test.heads.publish("seat", CANDIDATE, false);
    test.request(Kind.ADAPT, "seat", "r1");
    test.schedule();
    test.heads.breakActive("seat");
    test.runs.proceed(NOW);
    assertThat(test.outbox.stages()).containsExactly(Stage.FAILED);
    assertThat(test.outbox.last().getRequestId()).isEqualTo("r1");
    assertThat(test.requests.open(NOW)).isEmpty();
    assertThat(seat().history(NOW).failures()).isEqualTo(1);
  }

  @Test
  void aRequesterThatWaitsIsToldHowManyRunsComeFirst() {
    start(GateMode.ENFORCE, true);
    test.domain("other", ENOUGH);
    test.queue.offer(TestCoordinator.waiting("seat", Optional.empty()));
    test.queue.offer(
        TestCoordinator.waiting("other", Optional.of(test.request(Kind.ADAPT, "other", "r1"))));
    test.runs.proceed(NOW);
    assertThat(test.outbox.stages()).containsExactly(Stage.STARTED, Stage.PROGRESS);
    assertThat(test.outbox.last().getExplanation()).isEqualTo("waits for 1 other run(s)");
  }

  private void start(GateMode gate, boolean accepted) {
    Worker.Work work =
        (job, progress) -> {
          try {
            finish.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return done(job, judged(accepted));
        };
    test = new TestCoordinator(gate, work);
    test.domain("seat", ENOUGH);
  }

  private void runOnce() {
    test.schedule();
    finishRun();
  }

  private void finishRun() {
    test.runs.proceed(NOW);
    finish.countDown();
    await()
        .until(
            () -> {
              test.runs.proceed(NOW);
              return test.runs.current().isEmpty();
            });
  }

  private void finishAllRuns() {
    finish.countDown();
    await()
        .until(
            () -> {
              test.runs.proceed(NOW);
              return test.runs.current().isEmpty() && test.runs.waiting() == 0;
            });
  }

  private DomainState seat() {
    return test.domains.ready("seat").orElseThrow();
  }
}
