package io.gazeshift.adaptation.service;

import static io.gazeshift.adaptation.service.TestCoordinator.ENOUGH;
import static io.gazeshift.adaptation.service.TestCoordinator.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.StopSignal;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests to adapt and to cancel; the latter are done by {@link RunCanceller}. */
class RequestHandlerTest {

  private final TestCoordinator test = TestCoordinator.accepting();

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void aRequestThatCannotBeMetIsDeclinedOnce() {
    test.request(Kind.ADAPT, "empty", "r1");
    handle(Optional.empty());
    handle(Optional.empty());
    assertThat(test.outbox.stages()).containsExactly(Stage.DECLINED);
    assertThat(test.outbox.last().getRequestId()).isEqualTo("r1");
    assertThat(test.outbox.last().getExplanation()).startsWith("too few samples");
    assertThat(test.runsCounted("declined")).isEqualTo(1);
  }

  @Test
  void aRequestForAPartitionOfAnotherProcessStaysOpen() {
    test.domains.revoke(0);
    test.request(Kind.ADAPT, "seat", "r1");
    handle(Optional.empty());
    assertThat(test.outbox.events()).isEmpty();
    assertThat(test.requests.open(NOW)).hasSize(1);
  }

  @Test
  void aRequestForTheRunningDomainWaitsUntilTheRunHasFinished() {
    test.domain("seat", ENOUGH);
    test.request(Kind.ADAPT, "seat", "r1");
    handle(Optional.of(job("seat", Optional.empty())));
    assertThat(test.queue.size()).isZero();
    handle(Optional.empty());
    assertThat(test.queue.all()).extracting(RunQueue.Waiting::requestId).containsExactly("r1");
  }

  @Test
  void cancellingStopsTheRunAndDeclinesEarlierRequestsOfTheDomain() {
    AdaptationRequest its = test.request(Kind.ADAPT, "seat", "r1");
    test.request(Kind.ADAPT, "seat", "r2");
    test.request(Kind.CANCEL, "seat", "r3");
    Job job = job("seat", Optional.of(its));
    handle(Optional.of(job));
    assertThat(job.stop().reason()).hasValue("cancelled by person test");
    assertThat(test.outbox.stages()).containsExactly(Stage.DECLINED, Stage.CANCELLED);
    assertThat(test.outbox.events())
        .extracting(AdaptationEvent::getRequestId)
        .as("the run itself answers the first")
        .containsExactly("r2", "r3");
    assertThat(test.outbox.last().getExplanation())
        .isEqualTo(
            "cancelled by person test: run %s is broken off; a request of person test is declined"
                .formatted(job.id()));
  }

  @Test
  void cancellingAQueuedRunCountsAsAFailureOfTheDomain() {
    test.domain("seat", ENOUGH);
    test.queue.offer(TestCoordinator.waiting("seat", Optional.empty()));
    test.request(Kind.CANCEL, "seat", "r1");
    handle(Optional.of(job("another", Optional.empty())));
    assertThat(test.queue.size()).isZero();
    assertThat(test.outbox.stages()).containsExactly(Stage.FAILED, Stage.CANCELLED);
    assertThat(test.domains.ready("seat").orElseThrow().history(NOW).failures()).isEqualTo(1);
  }

  @Test
  void cancellingNothingIsDeclined() {
    Job other = job("another", Optional.empty());
    test.request(Kind.CANCEL, "seat", "r1");
    handle(Optional.of(other));
    assertThat(other.stop().reason()).isEmpty();
    assertThat(test.outbox.stages()).containsExactly(Stage.DECLINED);
  }

  @Test
  void anEventThatCannotBeWrittenIsDroppedButTheRequestIsDone() {
    test.outbox.abortNext(1);
    test.request(Kind.ADAPT, "empty", "r1");
    handle(Optional.empty());
    assertThat(test.outbox.events()).isEmpty();
    assertThat(test.requests.open(NOW)).isEmpty();
  }

  private void handle(Optional<Job> running) {
    test.requestHandler.handle(NOW, running, 1);
  }

  private Job job(String domain, Optional<AdaptationRequest> request) {
    return new Job(
        TestCoordinator.waiting(domain, request),
        new Job.Input(test.partition, 0, test.domain(domain, ENOUGH).snapshot()),
        new Job.StartingHeads(TestCoordinator.SOURCE, TestCoordinator.SOURCE, 0),
        DomainKnowledge.UNKNOWN,
        NOW,
        new StopSignal(Duration.ofMinutes(1)));
  }
}
