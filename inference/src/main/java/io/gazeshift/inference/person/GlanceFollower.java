package io.gazeshift.inference.person;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.common.kafka.LoopHealth;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows gaze.calibration on a thread of its own and keeps the {@link TrackGlances} up to date.
 * Inference does not wait for it: a glance is made of faces that inference has predicted before.
 */
public final class GlanceFollower implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration GRACE = Duration.ofSeconds(5);

  /**
   * A poll that gives nothing may only be too early for an answer, such as a missing permission.
   */
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final BiPredicate<String, CalibrationGlance> isUsable;
  private final TrackGlances glances;
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final LoopHealth health = new LoopHealth("no glances are read");
  private final KafkaThread thread;

  /**
   * @param isUsable whether a glance under this key may be used; adaptation reports those that may
   *     not, so here they are only passed over
   */
  public GlanceFollower(
      KafkaAccess kafka,
      BiPredicate<String, CalibrationGlance> isUsable,
      TrackGlances glances,
      MeterRegistry registry) {
    this.kafka = kafka;
    this.isUsable = isUsable;
    this.glances = glances;
    this.thread =
        new KafkaThread(
            "glances",
            GRACE,
            life -> health.watch(() -> follow(life)),
            PersonMeters.RESTARTS.in(registry)::increment);
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** Why no glances are read at the moment; empty if they are, or if there are none. */
  public Optional<String> problem() {
    return health.problem();
  }

  private void follow(KafkaThread.Life life) {
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(
            Map.of(
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                ConsumerConfig.CLIENT_ID_CONFIG, "glances"))) {
      List<TopicPartition> partitions = TopicPartitions.of(consumer, Topics.CALIBRATION.name());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      positions.forEach(consumer::seek);
      life.wakeBy(consumer::wakeup);
      long openedNanos = System.nanoTime();
      while (!life.isStopping()) {
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        records.forEach(this::apply);
        if (!records.isEmpty() || System.nanoTime() - openedNanos > ANSWERED_WITHIN.toNanos()) {
          life.goesWell();
          health.goesWell();
        }
      }
    }
  }

  private void apply(ConsumerRecord<String, byte[]> record) {
    String key = String.valueOf(record.key());
    Optional<CalibrationGlance> glance = Optional.ofNullable(record.value()).flatMap(this::read);
    glance
        .filter(read -> isUsable.test(key, read))
        .ifPresentOrElse(read -> glances.put(key, read), () -> glances.remove(key));
    positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
  }

  private Optional<CalibrationGlance> read(byte[] value) {
    try {
      return Optional.of(RecordType.CALIBRATION_GLANCE.decode(value));
    } catch (BadRecordException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
