package io.gazeshift.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads a whole topic, from its first record to the last one there now. */
public final class TopicReader {

  private TopicReader() {}

  public static List<ConsumerRecord<String, byte[]>> readAll(String bootstrap, String topic) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    readAll(bootstrap, topic, records::add);
    return records;
  }

  /** One after another, for topics that are too large to keep. */
  public static void readAll(
      String bootstrap, String topic, Consumer<ConsumerRecord<String, byte[]>> reader) {
    try (KafkaConsumer<String, byte[]> consumer = RunningBroker.consumer(bootstrap)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(reader);
      }
    }
  }
}
