package io.gazeshift.common.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Polled one by one, but returned together. For one thread. */
final class GatheredRecords {

  private final Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> records =
      new LinkedHashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> nextOffsets = new HashMap<>();

  void add(ConsumerRecords<String, byte[]> polled) {
    for (TopicPartition partition : polled.partitions()) {
      records.computeIfAbsent(partition, p -> new ArrayList<>()).addAll(polled.records(partition));
    }
    nextOffsets.putAll(polled.nextOffsets());
  }

  /** Of partitions that belong to another consumer now, which reads them again. */
  void drop(Collection<TopicPartition> partitions) {
    records.keySet().removeAll(partitions);
    nextOffsets.keySet().removeAll(partitions);
  }

  int count() {
    return records.values().stream().mapToInt(List::size).sum();
  }

  /** Where to continue if these are not returned after all. */
  Map<TopicPartition, Long> firstOffsets() {
    Map<TopicPartition, Long> first = new HashMap<>();
    records.forEach((partition, some) -> first.put(partition, some.get(0).offset()));
    return first;
  }

  /** All of them; this is empty then. */
  ConsumerRecords<String, byte[]> take() {
    ConsumerRecords<String, byte[]> all =
        new ConsumerRecords<>(new LinkedHashMap<>(records), new HashMap<>(nextOffsets));
    records.clear();
    nextOffsets.clear();
    return all;
  }
}
