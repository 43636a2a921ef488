package io.gazeshift.inference.pipeline;

import io.gazeshift.common.kafka.SteppedOver;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A face polled from a topic, whose offset must be committed. */
final class PolledFace extends Face {

  private final ConsumerRecord<String, byte[]> record;
  private int skippedBefore;
  private boolean hadTurn;

  PolledFace(ConsumerRecord<String, byte[]> record, long polledMicros) {
    super(record.value(), polledMicros);
    this.record = record;
    if (SteppedOver.is(record)) {
      settle(
          new FaceOutcome.Rejected(
              SteppedOver.REASON, "inference processes died reading it, so it was not read again"));
    }
  }

  ConsumerRecord<String, byte[]> record() {
    return record;
  }

  TopicPartition partition() {
    return new TopicPartition(record.topic(), record.partition());
  }

  /** The record's key: it is known before the face is read, and it chose the partition. */
  String camera() {
    return record.key() == null ? "" : record.key();
  }

  /** Its camera has had a turn. */
  void takeTurn(CameraTurns turns) {
    hadTurn = true;
    turns.serve(camera());
  }

  /** Its camera got nothing for the turn it took, if it took one. */
  void giveTurnBack(CameraTurns turns) {
    if (hadTurn) {
      hadTurn = false;
      turns.giveBack(camera());
    }
  }

  /** The offset of this face commits the one right before it in the partition as well. */
  void standsForSkipped(PolledFace previous) {
    skippedBefore += previous.skippedBefore + 1;
  }

  /** How many faces were skipped that this one commits as well. */
  int skippedBefore() {
    return skippedBefore;
  }
}
