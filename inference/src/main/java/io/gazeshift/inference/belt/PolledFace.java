package io.gazeshift.inference.belt;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A face that was polled from a topic, and whose offset is to be committed. */
final class PolledFace extends Face {

  private final ConsumerRecord<String, byte[]> record;

  PolledFace(ConsumerRecord<String, byte[]> record, long polledMicros) {
    super(record.value(), polledMicros);
    this.record = record;
  }

  ConsumerRecord<String, byte[]> record() {
    return record;
  }

  TopicPartition partition() {
    return new TopicPartition(record.topic(), record.partition());
  }
}
