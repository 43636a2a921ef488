package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Topics;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PendingFacesTest {

  private final PendingFaces pending = new PendingFaces();

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

  private void add(int partition, long... offsets) {
    for (long offset : offsets) {
      pending.add(
          new PolledFace(
              new ConsumerRecord<>(Topics.FACES.name(), partition, offset, "camera", new byte[0]),
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
