package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** One choice after another; {@link FairShareTest} has what comes of many. */
class PendingFacesTest {

  private static final long START_MICROS = 1_700_000_000_000_000L;
  private static final long PASS_MICROS = 100_000;

  private final CameraTurns turns = new CameraTurns();
  private long nowMicros = START_MICROS;
  private PendingFaces pending = withMaxAge(Optional.empty());

  @Test
  void camerasTakeTurnsAndAPartitionKeepsItsOrder() {
    addUnreadable(0, "a", 0, 1, 2);
    addUnreadable(1, "b", 10);
    addUnreadable(2, "c", 20, 21);

    assertThat(served(6)).containsExactly("0@0", "1@10", "2@20", "0@1", "2@21", "0@2");
    assertThat(pending.isEmpty()).isTrue();
  }

  @Test
  void aCameraThatWasJustServedIsLastEvenIfNothingOfItWaitedMeanwhile() {
    addUnreadable(0, "a", 0);
    assertThat(served(1)).containsExactly("0@0");

    addUnreadable(0, "a", 1);
    addUnreadable(1, "b", 10);

    assertThat(served(2)).containsExactly("1@10", "0@1");
  }

  @Test
  void aFloodInOnePartitionDoesNotKeepOutOneThatComesLater() {
    addUnreadable(0, "a", 0, 1, 2, 3, 4, 5, 6, 7);
    served(2);

    addUnreadable(1, "b", 10);

    assertThat(served(2)).contains("1@10");
  }

  @Test
  void aFaceThatFindsNoRoomStaysAndCostsNoTurn() {
    addUnreadable(0, "a", 0);
    refuse();
    addUnreadable(1, "b", 10);

    assertThat(pending.size()).isEqualTo(2);
    assertThat(served(2)).containsExactly("0@0", "1@10");
  }

  @Test
  void partitionsOfWhichSomethingWaitsAreFull() {
    addUnreadable(0, "a", 0);
    addUnreadable(1, "b", 10);
    served(1);

    assertThat(pending.full()).containsExactly(partition(1));
  }

  @Test
  void partitionsThatWentToAnotherProcessAreDropped() {
    addUnreadable(0, "a", 0);
    addUnreadable(1, "b", 10);

    pending.drop(List.of(partition(0)));

    assertThat(served(1)).containsExactly("1@10");
    assertThat(pending.isEmpty()).isTrue();
  }

  @Test
  void facesThatGrowTooOldAreSkippedAndTheNextOneCommitsThem() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    addFace(0, "a", 1, 100);
    addFace(0, "a", 2, 900);
    afterMillis(1200);

    PolledFace next = next();

    assertThat(next.record().offset()).isEqualTo(2);
    assertThat(next.skippedBefore()).isEqualTo(2);
    assertThat(next.isSettled()).isFalse();
  }

  @Test
  void theLastOfThemIsHandedOverAsSkippedSoThatItIsCommitted() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    addFace(0, "a", 1, 100);
    afterMillis(1200);

    PolledFace last = refuse();
    assertThat(last.record().offset()).isEqualTo(1);
    assertThat(last.skippedBefore()).isEqualTo(1);
    assertThat(last.outcome()).isEqualTo(new FaceOutcome.Skipped());

    // What comes meanwhile commits that one, too.
    addFace(0, "a", 2, 0);
    PolledFace next = next();
    assertThat(next.record().offset()).isEqualTo(2);
    assertThat(next.skippedBefore()).isEqualTo(2);
  }

  @Test
  void aRecordThatIsNoFaceKeepsItsPlaceAndItsReasonAndCommitsThoseBeforeIt() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    addUnreadable(0, "a", 1);
    afterMillis(5000);

    PolledFace next = next();
    assertThat(next.outcome()).isInstanceOf(FaceOutcome.Rejected.class);
    assertThat(next.skippedBefore()).isEqualTo(1);
  }

  @Test
  void whatIsSettledGoesFirstAndCostsNoTurn() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    addUnreadable(1, "b", 10, 11, 12);
    addFace(1, "b", 13, 0);

    assertThat(served(4)).containsExactly("1@10", "1@11", "1@12", "0@0");
    assertThat(turns.had("b")).isZero();
  }

  @Test
  void whileThereIsRoomNothingYoungEnoughIsSkipped() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, -950);
    addFace(0, "a", 1, -940);
    addFace(0, "b", 2, -930);

    assertThat(served(3)).containsExactly("0@0", "0@1", "0@2");
  }

  @Test
  void whereThereIsNoRoomAFaceThatWouldGrowTooOldUntilItsPassIsSkipped() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, -950);
    addFace(0, "a", 1, -850);
    refuse();

    assertThat(served(1)).containsExactly("0@1");
  }

  @Test
  void whereThereIsNoRoomAFaceMakesWayForOneOfACameraThatHadFewerTurns() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    turns.serve("a");
    addFace(0, "a", 0, -700);
    addFace(0, "b", 1, -600);
    refuse();
    assertThat(pending.size()).as("there is time for both").isEqualTo(2);

    afterMillis(150);
    assertThat(next().skippedBefore()).isEqualTo(1);
  }

  @Test
  void onceAllThatWaitedIsTakenThereIsTimeAgain() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    refuse();
    served(1);
    assertThat(pending.offerNext(face -> true, PASS_MICROS)).isFalse();

    addFace(0, "a", 1, -950);
    assertThat(next().isSettled()).isFalse();
  }

  @Test
  void withAMaximumAgeFacesAreReadAheadUntilTheRoomIsFull() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    assertThat(pending.full()).isEmpty();

    addMebibytes(1, 12);
    assertThat(pending.full()).containsExactly(partition(1));

    addMebibytes(2, 12);
    assertThat(pending.full())
        .as("no more room for any")
        .containsExactlyInAnyOrder(partition(0), partition(1), partition(2));
    pending.drop(List.of(partition(1), partition(2)));
    assertThat(pending.full()).isEmpty();
  }

  private PendingFaces withMaxAge(Optional<Duration> maxAge) {
    return new PendingFaces(
        new FaceAgeLimit(maxAge, () -> Instant.EPOCH.plus(nowMicros, ChronoUnit.MICROS)), turns);
  }

  private void afterMillis(int millis) {
    nowMicros += 1000L * millis;
  }

  /** Where there is no maximum age, nothing is read of them here. */
  private void addUnreadable(int partition, String camera, long... offsets) {
    for (long offset : offsets) {
      pending.add(PolledRecords.unreadable(partition, camera, offset, 1));
    }
  }

  private void addMebibytes(int partition, int count) {
    for (int offset = 0; offset < count; offset++) {
      pending.add(PolledRecords.unreadable(partition, "large", offset, 1 << 20));
    }
  }

  /** Captured so long after now. */
  private void addFace(int partition, String camera, long offset, int millis) {
    pending.add(PolledRecords.face(partition, camera, offset, nowMicros + 1000L * millis));
  }

  private PolledFace next() {
    List<PolledFace> taken = new ArrayList<>();
    assertThat(pending.offerNext(taken::add, PASS_MICROS)).isTrue();
    return taken.get(0);
  }

  /** The face for which there was no room. */
  private PolledFace refuse() {
    List<PolledFace> refused = new ArrayList<>();
    assertThat(
            pending.offerNext(
                face -> {
                  refused.add(face);
                  return false;
                },
                PASS_MICROS))
        .isFalse();
    return refused.get(0);
  }

  private List<String> served(int count) {
    List<String> served = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PolledFace face = next();
      served.add(face.partition().partition() + "@" + face.record().offset());
    }
    return served;
  }

  private static TopicPartition partition(int number) {
    return new TopicPartition(Topics.FACES.name(), number);
  }
}
