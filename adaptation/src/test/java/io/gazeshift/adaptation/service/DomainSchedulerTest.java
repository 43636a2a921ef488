package io.gazeshift.adaptation.service;

import static io.gazeshift.adaptation.service.TestCoordinator.CANDIDATE;
import static io.gazeshift.adaptation.service.TestCoordinator.ENOUGH;
import static io.gazeshift.adaptation.service.TestCoordinator.ENOUGH_ON_REQUEST;
import static io.gazeshift.adaptation.service.TestCoordinator.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.schedule.Decision.Cause;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DomainSchedulerTest {

  private final TestCoordinator test = TestCoordinator.accepting();
  private final DomainScheduler scheduler = test.scheduler;

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void aDomainWithEnoughSamplesIsQueuedOnce() {
    test.domain("full", ENOUGH);
    test.domain("sparse", ENOUGH - 1);
    scheduler.schedule(NOW, Optional.empty());
    scheduler.schedule(NOW, Optional.empty());
    assertThat(test.queue.all()).extracting(RunQueue.Waiting::domain).containsExactly("full");
    assertThat(test.queue.all().get(0).decision().cause()).isEqualTo(Cause.FIRST);
  }

  @Test
  void aPinnedDomainIsNotQueued() {
    test.domain("pinned", ENOUGH);
    test.heads.publish("pinned", CANDIDATE, true);
    scheduler.schedule(NOW, Optional.empty());
    assertThat(test.queue.size()).isZero();
  }

  @Test
  void aDomainThatHasJustBeenAdaptedWaitsForItsInterval() {
    DomainState domain = test.domain("seat", ENOUGH);
    domain.failed(NOW);
    scheduler.schedule(NOW.plusSeconds(1), Optional.empty());
    assertThat(test.queue.size()).isZero();
    scheduler.schedule(NOW.plus(Duration.ofMinutes(6)), Optional.empty());
    assertThat(test.queue.size()).as("after the back-off").isEqualTo(1);
  }

  @Test
  void nothingIsScheduledBeforeThePartitionIsReplayed() {
    test.domains.revoke(0);
    test.domains.assign(0, 100);
    test.domains.partition(0).orElseThrow().domain("seat", name -> test.domain("seat", ENOUGH));
    scheduler.schedule(NOW, Optional.empty());
    assertThat(test.queue.size()).isZero();
  }

  @Test
  void aRequestNeedsFewerSamplesAndGivesAReasonIfItIsDeclined() {
    AdaptationRequest request = test.request(Kind.ADAPT, "seat", "r1");
    assertThat(scheduler.request(test.partition, request, NOW))
        .hasValue("too few samples: 0 of 8 samples");
    test.domain("seat", ENOUGH_ON_REQUEST);
    assertThat(scheduler.request(test.partition, request, NOW)).isEmpty();
    assertThat(test.queue.all().get(0).requestId()).isEqualTo("r1");
  }

  @Test
  void aRequestForAPinnedDomainIsDeclinedWithTheNameOfWhoPinnedIt() {
    test.domain("seat", ENOUGH);
    test.heads.publish("seat", CANDIDATE, true);
    assertThat(scheduler.request(test.partition, test.request(Kind.ADAPT, "seat", "r1"), NOW))
        .hasValue("head 1 is pinned (by person test); unpin it first");
  }

  @Test
  void aRequestForAQueuedDomainJoinsTheQueuedRun() {
    test.domain("seat", ENOUGH);
    scheduler.schedule(NOW, Optional.empty());
    assertThat(scheduler.request(test.partition, test.request(Kind.ADAPT, "seat", "r1"), NOW))
        .isEmpty();
    assertThat(test.queue.all()).extracting(RunQueue.Waiting::requestId).containsExactly("r1");
  }

  @Test
  void aRequestIsDeclinedIfTheQueueIsFull() {
    test.domain("seat", ENOUGH);
    for (int i = 0; test.queue.offer(TestCoordinator.waiting("other" + i, Optional.empty())); i++) {
      assertThat(i).isLessThan(1000);
    }
    assertThat(scheduler.request(test.partition, test.request(Kind.ADAPT, "seat", "r1"), NOW))
        .hasValueSatisfying(why -> assertThat(why).endsWith("domains wait already; ask later"));
  }

  @Test
  void aDomainWhoseSamplesHaveExpiredIsForgottenUnlessItIsQueued() {
    test.domain("gone", ENOUGH);
    test.domain("queued", ENOUGH);
    test.queue.offer(TestCoordinator.waiting("queued", Optional.empty()));
    Instant later = NOW.plus(Duration.ofDays(2));
    scheduler.refresh(later, Optional.empty());
    assertThat(test.partition.find("gone")).isEmpty();
    assertThat(test.partition.find("queued")).isPresent();
  }
}
