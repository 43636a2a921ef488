package io.gazeshift.adaptation.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunQueueTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final RunQueue queue = new RunQueue();
  private final OpenRequests requests = new OpenRequests();

  @Test
  void everyDomainHasItsTurnBeforeAnyHasItsSecond() {
    assertThat(queue.offer(waiting("a"))).isTrue();
    assertThat(queue.offer(waiting("b"))).isTrue();
    assertThat(queue.offer(waiting("a"))).as("it waits already").isFalse();
    assertThat(queue.next().orElseThrow().domain()).isEqualTo("a");
    assertThat(queue.offer(waiting("a"))).isTrue();
    assertThat(queue.next().orElseThrow().domain()).isEqualTo("b");
    assertThat(queue.next().orElseThrow().domain()).isEqualTo("a");
    assertThat(queue.next()).isEmpty();
  }

  @Test
  void aFullQueueTakesNoMore() {
    for (int i = 0; i < RunQueue.CAPACITY; i++) {
      assertThat(queue.offer(waiting("d" + i))).isTrue();
    }
    assertThat(queue.offer(waiting("one more"))).isFalse();
    queue.remove("d7");
    assertThat(queue.offer(waiting("one more"))).isTrue();
  }

  @Test
  void whoAsksForARunThatWaitsAnywayKeepsItsPlace() {
    queue.offer(waiting("a"));
    queue.offer(waiting("b"));
    assertThat(queue.attach(request("a", "1"))).isTrue();
    assertThat(queue.attach(request("a", "2"))).as("the next run is the second's").isFalse();
    assertThat(queue.attach(request("c", "3"))).isFalse();
    assertThat(queue.next().orElseThrow().requestId()).isEqualTo("1");
  }

  @Test
  void aRequestIsOpenUntilItIsAnsweredOrExpires() {
    requests.add(request("a", "1"), NOW);
    requests.add(request("a", "2"), NOW);
    requests.add(request("b", "3"), NOW.minus(OpenRequests.PATIENCE).minusSeconds(1));
    assertThat(requests.open(NOW))
        .extracting(AdaptationRequest::getRequestId)
        .containsExactly("1", "2");
    requests.note(event("1", Stage.PROGRESS));
    assertThat(requests.open(NOW)).hasSize(2);
    requests.note(event("1", Stage.LEFT_ALONE));
    requests.note(event("2", Stage.DECLINED));
    assertThat(requests.open(NOW)).isEmpty();
  }

  @Test
  void anAnswerMayBeReadBeforeItsRequest() {
    requests.note(event("1", Stage.JUDGED));
    requests.add(request("a", "1"), NOW);
    assertThat(requests.open(NOW)).isEmpty();
  }

  private static RunQueue.Waiting waiting(String domain) {
    return new RunQueue.Waiting(
        domain, new Decision(true, Decision.Cause.FIRST, "a test"), Optional.empty());
  }

  private static AdaptationRequest request(String domain, String id) {
    return AdaptationRequest.newBuilder().setDomain(domain).setRequestId(id).build();
  }

  private static AdaptationEvent event(String id, Stage stage) {
    return AdaptationEvent.newBuilder().setRequestId(id).setStage(stage).build();
  }
}
