package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class PendingFacesTest {

  private PendingFaces pending = new PendingFaces(false);

  @Test
  void partitionsTakeTurnsAndKeepTheirOrder() {
    add(0, 0, 1, 2);
    add(1, 10);
    add(2, 20, 21);

    assertThat(served(6)).containsExactly("0@0", "1@10", "2@20", "0@1", "2@21", "0@2");
    assertThat(pending.isEmpty()).isTrue();
  }

  @Test
  void aPartitionThatWasJustServedIsLastEvenIfItWasEmptyMeanwhile() {
    add(0, 0);
    assertThat(served(1)).containsExactly("0@0");

    add(0, 1);
    add(1, 10);

    assertThat(served(2)).containsExactly("1@10", "0@1");
  }

  @Test
  void aFloodInOnePartitionDoesNotKeepOutOneThatComesLater() {
    add(0, 0, 1, 2, 3, 4, 5, 6, 7);
    served(2);

    add(1, 10);

    assertThat(served(2)).containsAnyOf("1@10");
  }

  /** At that age faces are skipped: the lead of the second partition must not last. */
  @Test
  void whereFacesHaveAMaximumAgeTheOldestIsNext() {
    pending = new PendingFaces(true);
    add(0, 1000, 1001, 1002);
    add(1, 1002, 1003, 1004);

    assertThat(served(6))
        .containsExactly("0@1000", "0@1001", "1@1002", "0@1002", "1@1003", "1@1004");
  }

  @Test
  void onlyPartitionsOfWhichSomethingWaitsAreNamed() {
    add(0, 0);
    add(1, 10);
    served(1);

    assertThat(pending.partitions()).containsExactly(partition(1));
  }

  @Test
  void partitionsThatWentToAnotherProcessAreDropped() {
    add(0, 0);
    add(1, 10);

    pending.drop(List.of(partition(0)));

    assertThat(served(1)).containsExactly("1@10");
    assertThat(pending.isEmpty()).isTrue();
  }

  /** Written at the time that is their offset. */
  private void add(int partition, long... offsets) {
    for (long offset : offsets) {
      pending.add(
          new PolledFace(
              new ConsumerRecord<>(
                  Topics.FACES.name(),
                  partition,
                  offset,
                  offset,
                  TimestampType.LOG_APPEND_TIME,
                  0,
                  0,
                  "camera",
                  new byte[0],
                  new RecordHeaders(),
                  Optional.empty()),
              0));
    }
  }

  private List<String> served(int count) {
    List<String> served = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PolledFace face = pending.next().orElseThrow();
      served.add(face.partition().partition() + "@" + face.record().offset());
      pending.removeNext();
    }
    return served;
  }

  private static TopicPartition partition(int number) {
    return new TopicPartition(Topics.FACES.name(), number);
  }
}
