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
      assertThat(next.careful()).isFalse();
    }
  }

  @Test
  void aProcessAfterADeathReadsCarefully() {
    open().die();

    try (CrashMarker next = open()) {
      assertThat(next.careful()).isTrue();
      assertThat(next.stepOver(FACES, 140)).isEmpty();
    }
  }

  @Test
  void aFullDiskDoesNotEndTheProcess() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");

    try (CrashMarker marker = CrashMarker.open(full)) {
      marker.newReader().orElseThrow().reads(new RecordPlace(FACES, 140));
      assertThat(marker.careful()).isFalse();
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
      assertThat(next.careful()).isTrue();
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
      diesReading(MODELS, death < 2 ? 10 : nextPosition());
    }

    assertThat(nextPosition()).isGreaterThanOrEqualTo(60);
  }

  private long nextPosition() {
    try (CrashMarker marker = CrashMarker.open(dir.resolve("readers/infer"))) {
      return marker.stepOver(MODELS, 10).orElse(10L);
    }
  }

  @Test
  void aCalmMinuteAcquitsAllButRecordsOfCompactedTopics() {
    diesReading(FACES, 140);
    diesReading(FACES, 140);
    diesReading(MODELS, 7);
    diesReading(MODELS, 7);
    diesReading(MODELS, 900);

    try (CrashMarker calm = open()) {
      calm.calm();
    }

    try (CrashMarker next = open()) {
      assertThat(next.careful()).isTrue();
      assertThat(next.stepOver(MODELS, 7)).contains(8L);
      assertThat(next.stepOver(FACES, 140)).isEmpty();
    }
  }

  @Test
  void aCalmProcessReadsAsUsualAgainUnlessARecordIsLeftToStepOver() {
    diesReading(FACES, 140);
    try (CrashMarker innocent = open()) {
      assertThat(innocent.careful()).isTrue();
      innocent.calm();
      assertThat(innocent.careful()).isFalse();
    }
    diesReading(MODELS, 7);
    diesReading(MODELS, 7);
    try (CrashMarker stepping = open()) {
      stepping.calm();
      assertThat(stepping.careful()).isTrue();
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
      assertThat(first.careful()).isFalse();
      assertThat(second.careful()).isFalse();
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
