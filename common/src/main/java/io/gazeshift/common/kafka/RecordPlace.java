package io.gazeshift.common.kafka;

import org.apache.kafka.common.TopicPartition;

/** Where a record stands, as a line of text that outlives a process. */
record RecordPlace(TopicPartition partition, long offset) {

  /** The opposite of {@link #toString}. */
  static RecordPlace parse(String topic, String partition, String offset) {
    return new RecordPlace(
        new TopicPartition(topic, Integer.parseInt(partition)), Long.parseLong(offset));
  }

  @Override
  public String toString() {
    return "%s %d %d".formatted(partition.topic(), partition.partition(), offset);
  }
}
