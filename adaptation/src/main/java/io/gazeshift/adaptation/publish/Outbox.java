package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes everything together with the offset of the partition it is about, in one transaction under
 * this member's name: what a process writes about a partition that it has lost is refused by the
 * cluster, even where it does not know yet. For the consumer's thread.
 */
public final class Outbox implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Outbox.class);

  private final AdaptClients clients;
  private final Consumer<?, ?> consumer;
  private @Nullable Delivery delivery;

  public Outbox(AdaptClients clients, Consumer<?, ?> consumer) {
    this.clients = clients;
    this.consumer = consumer;
  }

  /** Only a member may: this ends the producer of a process that had its name before. */
  public void open() {
    if (delivery == null) {
      delivery = clients.openDelivery();
    }
  }

  /**
   * All of the records or none; answers where each of them stands.
   *
   * @throws CommitAbortedException where it was none; after the next poll it may be tried again
   */
  public List<RecordMetadata> send(
      OwnedPartition partition, List<ProducerRecord<String, byte[]>> records) {
    return Objects.requireNonNull(delivery, "not open")
        .deliver(
            records,
            Map.of(
                new TopicPartition(Topics.FEATURES.name(), partition.number()),
                new OffsetAndMetadata(partition.position())),
            consumer.groupMetadata());
  }

  /** An event that may be lost. */
  public void tell(OwnedPartition partition, AdaptationEvent event) {
    try {
      send(partition, List.of(record(event)));
    } catch (CommitAbortedException e) {
      log.atInfo()
          .addKeyValue("domain", event.getDomain())
          .log("domain {}: an event was not written: {}", event.getDomain(), e.getMessage());
    }
  }

  static ProducerRecord<String, byte[]> record(AdaptationEvent event) {
    return new ProducerRecord<>(
        Topics.ADAPTATIONS.name(), event.getDomain(), RecordType.ADAPTATION_EVENT.encode(event));
  }

  @Override
  public void close() {
    if (delivery != null) {
      delivery.close();
    }
  }
}
