package io.gazeshift.daemon.infer;

import io.gazeshift.protocol.v1.FaceFrame;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * One record on its way from poll to commit. The {@link Belt} hands it from station to station, so
 * only one thread has it at a time.
 */
final class Face {

  private final ConsumerRecord<String, byte[]> record;
  private final long polledMicros;
  private final long polledNanos = System.nanoTime();
  private FaceFrame frame;
  private Outcome outcome;

  Face(ConsumerRecord<String, byte[]> record, long polledMicros) {
    this.record = record;
    this.polledMicros = polledMicros;
  }

  ConsumerRecord<String, byte[]> record() {
    return record;
  }

  TopicPartition partition() {
    return new TopicPartition(record.topic(), record.partition());
  }

  long polledMicros() {
    return polledMicros;
  }

  /** For measuring a wait, whatever happens to the clock meanwhile. */
  long polledNanos() {
    return polledNanos;
  }

  /** Its patch is ready for the backbone. */
  void decoded(FaceFrame decoded) {
    frame = decoded;
  }

  /** Nothing more is to be done but to commit it. */
  void settle(Outcome settled) {
    outcome = settled;
  }

  FaceFrame frame() {
    return frame;
  }

  boolean isSettled() {
    return outcome != null;
  }

  Outcome outcome() {
    return outcome;
  }
}
