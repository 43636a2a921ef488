package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.publish.AdaptClients;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.TransactionalOutbox;
import io.gazeshift.adaptation.run.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** What an {@link AdaptationLoop} opens and closes: its Kafka clients and the worker's thread. */
final class LoopResources implements AutoCloseable {

  private static final Duration LEAVE = Duration.ofSeconds(5);

  private final AdaptClients clients;
  private final Worker worker;
  private final SharedTopics shared;
  private final Heads heads;
  private final KafkaConsumer<String, byte[]> consumer;
  private final TransactionalOutbox outbox;

  /**
   * Opens all or none.
   *
   * @param worker has not started any job yet
   * @param records receives the events and requests
   */
  LoopResources(
      AdaptClients clients,
      Worker worker,
      SharedRecords records,
      Supplier<Heads> heads,
      Instant now) {
    this.clients = clients;
    this.worker = worker;
    this.shared = new SharedTopics(clients.openReader(), records::add, now);
    try {
      this.heads = heads.get();
    } catch (RuntimeException e) {
      shared.close();
      throw e;
    }
    try {
      this.consumer = clients.openConsumer();
    } catch (RuntimeException e) {
      try (shared) {
        this.heads.close();
      }
      throw e;
    }
    this.outbox = new TransactionalOutbox(clients, consumer);
  }

  AdaptClients clients() {
    return clients;
  }

  Worker worker() {
    return worker;
  }

  SharedTopics shared() {
    return shared;
  }

  Heads heads() {
    return heads;
  }

  KafkaConsumer<String, byte[]> consumer() {
    return consumer;
  }

  TransactionalOutbox outbox() {
    return outbox;
  }

  /** Leaves the group, so that its partitions are reassigned without a timeout. */
  @Override
  public void close() {
    // In reverse order; a failure to close one does not keep the others open.
    Leaving leaving = this::leave;
    try (leaving;
        heads;
        shared;
        outbox) {
      worker.close();
    }
  }

  private interface Leaving extends AutoCloseable {
    @Override
    void close();
  }

  private void leave() {
    consumer.close(
        CloseOptions.timeout(LEAVE)
            .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
  }
}
