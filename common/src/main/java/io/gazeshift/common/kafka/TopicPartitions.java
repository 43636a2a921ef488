package io.gazeshift.common.kafka;

import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The partitions of a topic, for consumers that read all of them without a group. */
public final class TopicPartitions {

  private TopicPartitions() {}

  /** Empty if there is no such topic. */
  public static List<TopicPartition> of(Consumer<?, ?> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
        .toList();
  }
}
