package io.gazeshift.adaptation.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.publish.InMemoryHeads;
import io.gazeshift.glsge.head.Head;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchesTest {

  private static final Head SOURCE = Faces.head(0.7, 0.2, 3);
  private static final Head GOOD = Faces.head(1, 0.2, 0);
  private static final Head JITTERY = Faces.head(1, 4, 0);
  private static final int SECOND = 30;

  private final InMemoryHeads heads = new InMemoryHeads(SOURCE);
  private final OwnedPartition partition = new OwnedPartition(0, 0);
  private final Faces faces = new Faces("cam0", 5);
  private final Watches watches =
      new Watches(
          heads,
          Faces.BACKBONE,
          new WatchSettings(
              Steadiness.DEFAULT,
              Duration.ofSeconds(2),
              40,
              Duration.ofSeconds(4),
              Duration.ofSeconds(10)));

  @Test
  void aHeadThatIsWorseForLongEnoughIsReportedOnce() {
    heads.publish("seat", JITTERY, false);
    show(JITTERY, 1, 2);
    assertThat(watches.next()).isEmpty();
    show(JITTERY, 1, 20);
    Watches.TakeBack found = watches.next().orElseThrow();
    assertThat(found.domain()).isEqualTo("seat");
    assertThat(found.relapse().version()).isEqualTo(1);
    assertThat(found.relapse().parentVersion()).isZero();
    watches.takenBack();
    assertThat(watches.next()).isEmpty();
  }

  @Test
  void theSourceHeadIsNotWatched() {
    show(JITTERY, 0, 20);
    assertThat(watches.next()).isEmpty();
  }

  @Test
  void aPinnedHeadIsNotWatched() {
    heads.publish("seat", JITTERY, true);
    show(JITTERY, 1, 20);
    assertThat(watches.next()).isEmpty();
  }

  @Test
  void aHeadWhoseParentIsGoneIsNotWatched() {
    heads.publish("seat", GOOD, false);
    heads.publish("seat", JITTERY, false);
    heads.forget("seat", 1);
    show(JITTERY, 2, 20);
    assertThat(watches.next()).isEmpty();
  }

  @Test
  void theNextHeadIsWatchedAnew() {
    heads.publish("seat", GOOD, false);
    show(GOOD, 1, 20);
    heads.publish("seat", JITTERY, false);
    show(JITTERY, 2, 20);
    assertThat(watches.next().orElseThrow().relapse().parentVersion()).isEqualTo(1);
  }

  @Test
  void aPartitionThatIsReassignedIsForgotten() {
    heads.publish("seat", JITTERY, false);
    show(JITTERY, 1, 20);
    watches.forget(new OwnedPartition(1, 0));
    assertThat(watches.next()).isPresent();
    watches.forget(partition);
    assertThat(watches.next()).isEmpty();
  }

  private void show(Head by, long version, int seconds) {
    for (int i = 0; i < seconds * SECOND; i++) {
      watches.saw(partition, faces.next(by, version));
    }
  }
}
