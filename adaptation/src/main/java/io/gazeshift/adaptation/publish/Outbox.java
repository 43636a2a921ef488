package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Writes heads and events on behalf of the owner of a partition. For the consumer's thread. */
@FunctionalInterface
public interface Outbox {

  /**
   * Writes all of the records or none, and returns the position of each.
   *
   * @throws io.gazeshift.common.kafka.CommitAbortedException if none was written; retry after the
   *     next poll
   */
  List<RecordMetadata> send(OwnedPartition partition, List<ProducerRecord<String, byte[]>> records);

  /** The record that carries an event. */
  static ProducerRecord<String, byte[]> record(AdaptationEvent event) {
    return new ProducerRecord<>(
        Topics.ADAPTATIONS.name(), event.getDomain(), RecordType.ADAPTATION_EVENT.encode(event));
  }
}
