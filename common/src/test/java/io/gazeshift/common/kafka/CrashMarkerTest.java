package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that die are markers that are dropped without their orderly end. */
class CrashMarkerTest {

  private static final TopicPartition FACES = new TopicPartition("gaze.faces", 3);
  private static final TopicPartition MODELS = new TopicPartition("gaze.models", 0);

  @TempDir Path dir;

  @Test
  void aProcessAfterAnOrderlyEndReadsAsUsual() {
    open().close();

    try (CrashMarker next = open()) {
      assertThat(next.guards()).isFalse();
    }
  }

  @Test
  void aProcessAfterADeathReadsCarefully() {
    open().die();

    try (CrashMarker next = open()) {
      assertThat(next.guards()).isTrue();
      assertThat(next.stepOver(FACES, 140)).isEmpty();
    }
  }

  @Test
  void aFullDiskDoesNotEndTheProcess() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");

    try (CrashMarker marker = CrashMarker.open(full)) {
      marker.newReader().orElseThrow().reads(new RecordPlace(FACES, 140));
      assertThat(marker.guards()).isFalse();
    }
  }

  @Test
  void oneDeathAtARecordDoesNotCondemnIt() {
    diesReading(FACES, 140);

    try (CrashMarker next = open()) {
      assertThat(next.stepOver(FACES, 140)).isEmpty();
    }
  }

  @Test
  void aRecordThatTwoProcessesDiedOfIsSteppedOver() {
    diesReading(FACES, 140);
    diesReading(FACES, 140);

    try (CrashMarker next = open()) {
      assertThat(next.guards()).isTrue();
      assertThat(next.stepOver(FACES, 139)).isEmpty();
      assertThat(next.stepOver(FACES, 140)).contains(141L);
      assertThat(next.stepOver(FACES, 141)).isEmpty();
      assertThat(next.stepOver(MODELS, 140)).isEmpty();
    }
  }

  @Test
  void deathsAtDifferentRecordsCondemnNone() {
    diesReading(FACES, 140);
    diesReading(FACES, 5000);

    try (CrashMarker next = open()) {
      assertThat(next.stepOver(FACES, 140)).isEmpty();
      assertThat(next.stepOver(FACES, 5000)).isEmpty();
    }
  }

  /** The end of a transaction stands between the position and the record. */
  @Test
  void theSameRecordIsRecognisedFromAnEarlierPosition() {
    diesReading(FACES, 141);
    diesReading(FACES, 140);

    try (CrashMarker next = open()) {
      assertThat(next.stepOver(FACES, 140)).contains(142L);
      assertThat(next.stepOver(FACES, 141)).contains(142L);
    }
  }

  @Test
  void aRecordFarBehindItsPositionIsReachedInGrowingSteps() {
    for (int death = 0; death < 8; death++) {
      diesReading(MODELS, nextPosition(MODELS, 10));
    }

    assertThat(nextPosition(MODELS, 10)).isGreaterThanOrEqualTo(60);
  }

  private long nextPosition(TopicPartition partition, long asked) {
    try (CrashMarker marker = open()) {
      return marker.stepOver(partition, asked).orElse(asked);
    }
  }

  @Test
  void onlyRecordsThatEndedTwoProcessesAreRememberedOnceAllIsRead() {
    diesReading(FACES, 140);
    diesReading(FACES, 140);
    diesReading(MODELS, 900);

    try (CrashMarker marker = open()) {
      marker.mayStopWatching();
    }

    try (CrashMarker next = open()) {
      assertThat(next.isWatching()).isFalse();
      assertThat(next.stepOver(FACES, 140)).contains(141L);
      assertThat(next.hasSuspects(MODELS)).isFalse();
    }
    diesReading(MODELS, 900);
    try (CrashMarker later = open()) {
      assertThat(later.hasSuspects(MODELS)).isFalse();
    }
  }

  @Test
  void aProcessWatchesUntilEachOfItsConsumersHasReadWhatWasThere() {
    open().die();

    try (CrashMarker marker = open()) {
      CrashMarker.Reader heads = marker.newReader().orElseThrow();
      CrashMarker.Reader faces = marker.newReader().orElseThrow();
      heads.isBehind(false);
      marker.mayStopWatching();
      assertThat(marker.isWatching()).isTrue();

      faces.isBehind(false);
      assertThat(marker.isWatching()).isFalse();
      assertThat(marker.guards()).isFalse();
      heads.isBehind(true);
      assertThat(marker.isWatching()).isFalse();
    }
  }

  @Test
  void aConsumerThatIsClosedHasNothingLeftToRead() {
    open().die();

    try (CrashMarker marker = open()) {
      CrashMarker.Reader reader = marker.newReader().orElseThrow();
      marker.mayStopWatching();
      assertThat(marker.isWatching()).isTrue();
      reader.close();
      assertThat(marker.isWatching()).isFalse();
    }
  }

  @Test
  void aProcessThatDiesLongAfterItsStartIsWatchedToo() {
    CrashMarker old = open();
    old.mayStopWatching();
    old.die();

    try (CrashMarker next = open()) {
      assertThat(next.isWatching()).isTrue();
    }
  }

  /** Each of a process's consumers may stand at a record when it dies; it died of one. */
  @Test
  void oneDeathCountsOnceWhereSeveralConsumersReadOneRecord() {
    CrashMarker marker = open();
    marker.newReader().orElseThrow().reads(new RecordPlace(MODELS, 7));
    marker.newReader().orElseThrow().reads(new RecordPlace(MODELS, 7));
    marker.die();

    try (CrashMarker next = open()) {
      assertThat(next.stepOver(MODELS, 7)).isEmpty();
    }
  }

  @Test
  void noMoreThanAFewOffsetsAreSteppedOverAtOnceWhateverProcessesDieOf() {
    for (int death = 0; death < 100; death++) {
      diesReading(FACES, nextPosition(FACES, 140));
    }

    assertThat(nextPosition(FACES, 140)).isLessThanOrEqualTo(140 + 64);
  }

  @Test
  void aRecordOutsideOfItsPartitionIsForgotten() {
    diesReading(MODELS, 7);
    diesReading(MODELS, 7);

    try (CrashMarker marker = open()) {
      marker.forgetOutside(MODELS, 7, 8);
      assertThat(marker.stepOver(MODELS, 7)).isPresent();
      marker.forgetOutside(FACES, 0, 0);
      assertThat(marker.stepOver(MODELS, 7)).isPresent();
      marker.forgetOutside(MODELS, 8, 20);
      assertThat(marker.stepOver(MODELS, 7)).isEmpty();
    }
  }

  @Test
  void aReaderThatIsDoneIsNotBlamed() {
    CrashMarker marker = open();
    CrashMarker.Reader reader = marker.newReader().orElseThrow();
    reader.reads(new RecordPlace(FACES, 140));
    reader.isDone();
    marker.die();
    diesReading(FACES, 140);

    try (CrashMarker next = open()) {
      assertThat(next.stepOver(FACES, 140)).isEmpty();
    }
  }

  @Test
  void aSecondProcessOfTheSameNameRunsWithoutOne() {
    try (CrashMarker first = open();
        CrashMarker second = open()) {
      assertThat(first.guards()).isFalse();
      assertThat(second.guards()).isFalse();
      assertThat(second.newReader()).isPresent();
    }
  }

  private void diesReading(TopicPartition partition, long offset) {
    CrashMarker marker = open();
    marker.newReader().orElseThrow().reads(new RecordPlace(partition, offset));
    marker.die();
  }

  private CrashMarker open() {
    return CrashMarker.open(dir.resolve("readers/infer"));
  }
}
