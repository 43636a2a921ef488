package io.gazeshift.adaptation.service;

import static io.gazeshift.adaptation.service.TestCoordinator.CANDIDATE;
import static io.gazeshift.adaptation.service.TestCoordinator.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.AdaptationEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeadRepairTest {

  private final TestCoordinator test = TestCoordinator.accepting();

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void anActiveHeadThatIsHiddenIsPublishedAgainOnce() {
    test.heads.publish("seat", CANDIDATE, false);
    test.heads.publish("desk", SOURCE, false);
    test.heads.hide("seat");
    test.schedule();
    assertThat(test.heads.facts("seat").version()).isEqualTo(2);
    assertThat(test.heads.load("seat")).isEqualTo(CANDIDATE);
    assertThat(test.heads.facts("desk").version()).as("has nothing to repair").isEqualTo(1);

    test.heads.hide("seat");
    test.schedule();
    assertThat(test.heads.facts("seat").version())
        .as("a replayed record uses up no versions while the partition stays here")
        .isEqualTo(2);
    test.domains.revoke(0).ifPresent(test.coordinator::revoked);
    test.domains.assign(0, 0);
    test.schedule();
    assertThat(test.heads.facts("seat").version()).isEqualTo(3);
  }

  @Test
  void aVersionOfWhichInferenceHasMetTwoHeadsIsPublishedAgain() {
    test.heads.publish("seat", CANDIDATE, false);
    test.heads.publish("desk", SOURCE, false);
    test.heads.publish("desk", SOURCE, false);
    // After compaction the topic has one head of each version; only the event is left.
    test.contested.note(rejection("seat", 1, 1));
    test.contested.note(rejection("desk", 1, 1));
    test.schedule();
    assertThat(test.heads.facts("seat").version()).isEqualTo(2);
    assertThat(test.heads.facts("desk").version()).as("a later head followed").isEqualTo(2);
  }

  @Test
  void otherRejectionsContestNothing() {
    test.contested.note(rejection("seat", 1, 2));
    test.contested.note(rejection("seat", 0, 0));
    test.contested.note(rejection("seat", 3, 3).toBuilder().setTrigger("first").build());
    for (long version = 0; version < 4; version++) {
      assertThat(test.contested.isContested("seat", version)).isFalse();
    }
  }

  @Test
  void anAbortedRepairIsRetriedAndAtLastGivenUp() {
    test.heads.publish("seat", CANDIDATE, false);
    test.contested.note(rejection("seat", 1, 1));
    test.outbox.abortNext(4);
    for (int round = 0; round < 4; round++) {
      test.schedule();
      assertThat(test.heads.facts("seat").version()).isEqualTo(1);
    }
    test.schedule();
    assertThat(test.heads.facts("seat").version()).as("at the fifth attempt").isEqualTo(2);
  }

  private static AdaptationEvent rejection(String domain, long rejected, long active) {
    return AdaptationEvent.newBuilder()
        .setDomain(domain)
        .setTrigger("swap")
        .setRefusedVersion(rejected)
        .setParentVersion(active)
        .build();
  }
}
