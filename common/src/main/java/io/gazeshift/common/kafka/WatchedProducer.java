package io.gazeshift.common.kafka;

import io.gazeshift.common.UserError;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A producer that notices when its I/O thread has ended. Kafka only logs an error that ends this
 * thread, such as an {@link OutOfMemoryError} of native memory; the producer still accepts records
 * then, and never completes them. While the thread runs, every record is sent or given up by {@code
 * delivery.timeout.ms}. Thread-safe.
 */
public final class WatchedProducer<V> implements AutoCloseable {

  /**
   * A process that was suspended also finds an old record, but completes it soon after. So the
   * record must still be there this much later.
   */
  static final Duration SECOND_LOOK = Duration.ofSeconds(5);

  private final Producer<String, V> producer;
  private final Duration limit;
  private final LongSupplier nanoTime;
  private final Set<Sent> incomplete = ConcurrentHashMap.newKeySet();
  private OptionalLong tooOldSinceNanos = OptionalLong.empty();

  /**
   * Takes a producer, which is closed with this.
   *
   * @param deliveryTimeout that of the producer
   */
  public WatchedProducer(
      Producer<String, V> producer, Duration deliveryTimeout, LongSupplier nanoTime) {
    this.producer = producer;
    this.limit = deliveryTimeout.multipliedBy(2);
    this.nanoTime = nanoTime;
  }

  /**
   * Opens one with these properties.
   *
   * @param properties from {@link KafkaAccess#producerProperties}
   */
  public static <V> WatchedProducer<V> open(
      Map<String, Object> properties, Serializer<V> serializer) {
    return new WatchedProducer<>(
        new KafkaProducer<>(properties, new StringSerializer(), serializer),
        deliveryTimeout(properties),
        System::nanoTime);
  }

  static Duration deliveryTimeout(Map<String, Object> properties) {
    String name = ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG;
    Object given = properties.get(name);
    Object millis =
        given == null
            ? ProducerConfig.configDef().defaultValues().get(name)
            : ConfigDef.parseType(name, given, ConfigDef.Type.INT);
    return Duration.ofMillis((Integer) Objects.requireNonNull(millis));
  }

  /** As {@link Producer#send(ProducerRecord)}. */
  public Future<RecordMetadata> send(ProducerRecord<String, V> record) {
    return send(record, (metadata, problem) -> {});
  }

  /** As {@link Producer#send(ProducerRecord, Callback)}. */
  public Future<RecordMetadata> send(ProducerRecord<String, V> record, Callback callback) {
    Sent sent = new Sent();
    Future<RecordMetadata> acknowledgement =
        producer.send(
            record,
            (metadata, problem) -> {
              sent.completed();
              callback.onCompletion(metadata, problem);
            });
    // Until here it may have waited for the cluster, which max.block.ms limits.
    sent.accepted();
    return acknowledgement;
  }

  /** Why no record will ever be sent again; empty as long as the producer works. */
  public synchronized Optional<RuntimeException> failure() {
    long now = nanoTime.getAsLong();
    Duration age =
        Duration.ofNanos(
            incomplete.stream().mapToLong(sent -> now - sent.acceptedNanos).max().orElse(0));
    if (age.compareTo(limit) <= 0) {
      tooOldSinceNanos = OptionalLong.empty();
      return Optional.empty();
    }
    if (tooOldSinceNanos.isEmpty()) {
      tooOldSinceNanos = OptionalLong.of(now);
    }
    return now - tooOldSinceNanos.getAsLong() < SECOND_LOOK.toNanos()
        ? Optional.empty()
        : Optional.of(
            new UserError(
                ("Kafka's producer hangs: a record was neither sent nor given up for %d s, although"
                        + " delivery.timeout.ms is %d; look for an error of"
                        + " kafka-producer-network-thread in the log and restart the process")
                    .formatted(age.toSeconds(), limit.dividedBy(2).toMillis())));
  }

  @Override
  public void close() {
    producer.close();
  }

  /** A record that the producer has accepted, until it completes it. */
  private final class Sent {

    private boolean isCompleted;
    private volatile long acceptedNanos;

    synchronized void accepted() {
      if (!isCompleted) {
        acceptedNanos = nanoTime.getAsLong();
        incomplete.add(this);
      }
    }

    synchronized void completed() {
      isCompleted = true;
      incomplete.remove(this);
    }
  }
}
