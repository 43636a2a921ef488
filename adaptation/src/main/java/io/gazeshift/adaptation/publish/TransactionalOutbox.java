package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.protocol.Topics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * Writes records together with the offset of their partition, in one transaction under this
 * member's name. The cluster therefore rejects what a process writes about a partition that it has
 * lost, even if the process does not know yet. For the consumer's thread.
 */
public final class TransactionalOutbox implements Outbox, AutoCloseable {

  private final AdaptClients clients;
  private final Consumer<?, ?> consumer;
  private @Nullable Delivery delivery;

  public TransactionalOutbox(AdaptClients clients, Consumer<?, ?> consumer) {
    this.clients = clients;
    this.consumer = consumer;
  }

  /**
   * Call this only as a member of the group: it fences the producer of an earlier process of the
   * same name.
   */
  public void open() {
    if (delivery == null) {
      delivery = clients.openDelivery();
    }
  }

  @Override
  public List<RecordMetadata> send(
      OwnedPartition partition, List<ProducerRecord<String, byte[]>> records) {
    try {
      return Objects.requireNonNull(delivery, "not open")
          .deliver(
              records,
              Map.of(
                  new TopicPartition(Topics.FEATURES.name(), partition.number()),
                  new OffsetAndMetadata(partition.position())),
              consumer.groupMetadata());
    } catch (AuthorizationException e) {
      // What may not be written concerns these records only; other domains go on. Opening a new
      // producer ends the transaction.
      close();
      delivery = clients.openDelivery();
      throw new CommitAbortedException(e);
    }
  }

  @Override
  public void close() {
    if (delivery != null) {
      delivery.close();
    }
  }
}
