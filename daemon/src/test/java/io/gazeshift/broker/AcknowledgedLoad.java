package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.testing.RunningBroker;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends numbered records as fast as they are acknowledged, and remembers which were. */
final class AcknowledgedLoad implements AutoCloseable {

  private static final int IN_FLIGHT = 200;
  private static final int CAMERAS = 4;

  private final KafkaProducer<String, byte[]> producer;
  private final String topic;
  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final Semaphore inFlight = new Semaphore(IN_FLIGHT);
  private final Thread sender = new Thread(this::send, "load");
  private volatile boolean stopped;

  AcknowledgedLoad(String bootstrap, String topic) {
    this.producer = RunningBroker.producer(bootstrap);
    this.topic = topic;
    sender.start();
  }

  int count() {
    return acknowledged.size();
  }

  Set<Long> numbers() {
    return Set.copyOf(acknowledged);
  }

  static long numberOf(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  /** Waits for what is under way. */
  @Override
  public void close() throws InterruptedException {
    stopped = true;
    sender.join();
    producer.close();
    assertThat(inFlight.availablePermits()).isEqualTo(IN_FLIGHT);
  }

  private void send() {
    for (long number = 0; !stopped; number++) {
      long sent = number;
      byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(sent).array();
      inFlight.acquireUninterruptibly();
      var unused =
          producer.send(
              new ProducerRecord<>(topic, "cam" + sent % CAMERAS, value),
              (metadata, problem) -> {
                if (problem == null) {
                  acknowledged.add(sent);
                }
                inFlight.release();
              });
    }
  }
}
