package io.gazeshift.adaptation.shadow;

import static io.gazeshift.adaptation.shadow.Faces.BACKBONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.VersionedHead;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadWatchTest {

  private static final int SECOND = 30;
  private static final int MINUTE = 60 * SECOND;
  private static final VersionedHead PARENT = new VersionedHead(Faces.head(0.7, 0.2, 3), 6);
  private static final Head GOOD = Faces.head(1, 0.2, 0);
  private static final Head JITTERY = Faces.head(1, 4, 0);
  private static final Head OUT_OF_RANGE = Faces.head(1, 0.2, 80);

  private final Faces faces = new Faces("cam0", 5);
  private final HeadWatch watch =
      new HeadWatch(
          7,
          PARENT,
          BACKBONE,
          new WatchSettings(
              Steadiness.DEFAULT,
              Duration.ofSeconds(30),
              100,
              Duration.ofMinutes(3),
              Duration.ofMinutes(10)));

  @Test
  void aHeadThatJittersForSoManyMinutesHasToGo() {
    assertThat(show(JITTERY, 2 * MINUTE)).isEmpty();
    Relapse relapse = show(JITTERY, 2 * MINUTE).orElseThrow();
    assertThat(relapse.version()).isEqualTo(7);
    assertThat(relapse.parentVersion()).isEqualTo(6);
    assertThat(relapse.lasted()).isBetween(Duration.ofMinutes(3), Duration.ofSeconds(185));
    assertThat(relapse.explanation())
        .startsWith("head 7 was worse than head 6 for 18")
        .contains("from frame to frame")
        .doesNotContain("beyond");
    assertThat(relapse.toMessage().getAccepted()).isFalse();
    assertThat(watch.isOver()).isTrue();
    assertThat(show(JITTERY, MINUTE)).as("it is said once").isEmpty();
  }

  @Test
  void aHeadThatLooksOutOfRangeHasToGo() {
    assertThat(show(OUT_OF_RANGE, 4 * MINUTE).orElseThrow().explanation())
        .contains("beyond 70 deg");
  }

  @Test
  void aGoodHeadIsWatchedForAWhileAndStays() {
    assertThat(show(GOOD, 9 * MINUTE)).isEmpty();
    assertThat(watch.isOver()).isFalse();
    assertThat(show(GOOD, 2 * MINUTE)).isEmpty();
    assertThat(watch.isOver()).isTrue();
  }

  @Test
  void whatPassesIsForgiven() {
    for (int i = 0; i < 4; i++) {
      assertThat(show(JITTERY, 2 * MINUTE)).isEmpty();
      assertThat(show(GOOD, MINUTE)).isEmpty();
    }
  }

  @Test
  void aHeadThatIsWorseAtTheEndOfTheWatchIsWatchedOn() {
    show(GOOD, 9 * MINUTE);
    assertThat(show(JITTERY, 2 * MINUTE)).isEmpty();
    assertThat(watch.isOver()).isFalse();
    assertThat(show(JITTERY, 2 * MINUTE)).isPresent();
  }

  @Test
  void aSceneInWhichBothHeadsJitterIsNoFaultOfTheNewOne() {
    HeadWatch noisy =
        new HeadWatch(
            7,
            new VersionedHead(JITTERY, 6),
            BACKBONE,
            WatchSettings.DEFAULT.withPatience(Duration.ofMinutes(2)));
    for (int i = 0; i < 6 * MINUTE; i++) {
      assertThat(noisy.offer(faces.next(JITTERY, 7))).isEmpty();
    }
  }

  @Test
  void hoursWithoutFacesDoNotCount() {
    assertThat(show(JITTERY, MINUTE)).isEmpty();
    faces.passSeconds(10 * 3600);
    assertThat(show(JITTERY, MINUTE)).isEmpty();
    assertThat(show(JITTERY, 2 * MINUTE)).isPresent();
  }

  @Test
  void aClockThatJumpsNeitherHastensNorPreventsIt() {
    for (int i = 0; i < 10; i++) {
      assertThat(show(JITTERY, 10 * SECOND)).isEmpty();
      faces.passSeconds(i % 2 == 0 ? -7200 : 86_400);
    }
    assertThat(show(JITTERY, 2 * MINUTE)).isPresent();
  }

  @Test
  void twoCamerasWhoseClocksDifferSeeTheSameTime() {
    Faces other = new Faces("cam1", 6);
    other.passSeconds(-1000);
    Optional<Relapse> relapse = Optional.empty();
    int frames = 0;
    while (relapse.isEmpty()) {
      frames++;
      relapse = watch.offer(faces.next(JITTERY, 7));
      if (relapse.isEmpty()) {
        relapse = watch.offer(other.next(JITTERY, 7));
      }
    }
    assertThat(frames).isBetween(3 * MINUTE - SECOND, 3 * MINUTE + 5 * SECOND);
  }

  @Test
  void facesOfOtherVersionsSayNothingAndANewerOneEndsIt() {
    for (int i = 0; i < 5 * MINUTE; i++) {
      assertThat(watch.offer(faces.next(JITTERY, 6))).isEmpty();
    }
    assertThat(watch.isOver()).isFalse();
    assertThat(watch.offer(faces.next(GOOD, 8))).isEmpty();
    assertThat(watch.isOver()).isTrue();
    assertThat(show(JITTERY, 5 * MINUTE)).isEmpty();
  }

  private Optional<Relapse> show(Head head, int frames) {
    for (int i = 0; i < frames; i++) {
      Optional<Relapse> relapse = watch.offer(faces.next(head, 7));
      if (relapse.isPresent()) {
        return relapse;
      }
    }
    return Optional.empty();
  }
}
