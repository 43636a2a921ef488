package io.gazeshift.ingest.publish;

import io.gazeshift.protocol.v1.GazeTruth;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the ground truth of rendered faces, for comparison by people and tests. Nothing depends
 * on it, so records are dropped when the queue is full. The first record creates the producer, on
 * its own thread: a process without rendered cameras never has one. Thread-safe.
 */
public final class TruthPublisher implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TruthPublisher.class);
  private static final int WAITING = 256;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

  private final Supplier<Producer<String, GazeTruth>> producers;
  private final String topic;
  private final BlockingQueue<GazeTruth> waiting = new ArrayBlockingQueue<>(WAITING);
  private final Thread sender;

  /** The producer is closed with this. */
  public TruthPublisher(Supplier<Producer<String, GazeTruth>> producers, String topic) {
    this.producers = producers;
    this.topic = topic;
    this.sender = new Thread(this::sendAll, "truth");
    sender.setDaemon(true);
    sender.start();
  }

  void offer(GazeTruth truth) {
    if (!waiting.offer(truth)) {
      log.debug(
          "{}: dropped a ground-truth record of {}; the queue is full",
          topic,
          truth.getIdentity().getCamera());
    }
  }

  private void sendAll() {
    try {
      GazeTruth first = waiting.take();
      try (Producer<String, GazeTruth> producer = producers.get()) {
        send(producer, first);
        try {
          while (true) {
            send(producer, waiting.take());
          }
        } finally {
          // Stopped: what was offered before goes out, for the producer's close waits for it.
          for (GazeTruth last = waiting.poll(); last != null; last = waiting.poll()) {
            send(producer, last);
          }
        }
      }
    } catch (InterruptedException | InterruptException e) {
      log.debug("{}: stopped", topic);
    } catch (RuntimeException e) {
      log.warn("{}: stopped publishing ground truth: {}", topic, e.getMessage());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback is told the same.
  private void send(Producer<String, GazeTruth> producer, GazeTruth truth) {
    producer.send(
        new ProducerRecord<>(topic, truth.getIdentity().getCamera(), truth),
        (metadata, problem) -> {
          if (problem != null) {
            log.debug("{}: lost a ground-truth record: {}", topic, problem.getMessage());
          }
        });
  }

  @Override
  public void close() {
    sender.interrupt();
    try {
      sender.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
