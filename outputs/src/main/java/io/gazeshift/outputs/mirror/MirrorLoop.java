package io.gazeshift.outputs.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.kafka.GroupMember;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.inference.predictions.PredictionText;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads predictions and writes them as JSON until woken up. What one poll gives, and the offsets
 * after it, are one transaction: nothing is read on before that is committed, so there is nothing
 * to take back when partitions go. After any failure a new instance replaces it.
 */
final class MirrorLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MirrorLoop.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LEAVE = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final GroupMember member;
  private final MirrorMeters meters;
  private final Runnable goesWell;
  private final Consumer<String, byte[]> consumer;
  private final PredictionText text = new PredictionText(ZoneOffset.UTC);
  private @Nullable Delivery delivery;

  /**
   * @param goesWell is told of every commit, and while there is nothing to commit
   */
  MirrorLoop(KafkaAccess kafka, GroupMember member, MirrorMeters meters, Runnable goesWell) {
    this.kafka = kafka;
    this.member = member;
    this.meters = meters;
    this.goesWell = goesWell;
    Map<String, Object> settings = new HashMap<>(member.consumerSettings());
    // The predictions that are kept are mirrored, also those before the first start.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    this.consumer = kafka.openConsumer(settings);
  }

  /** Runs until {@link #wakeup}, or until something fails. */
  void run() {
    consumer.subscribe(List.of(Topics.PREDICTIONS.name()), new Assignments());
    try {
      while (true) {
        mirror(consumer.poll(POLL));
        if (delivery != null) {
          countLag();
        }
      }
    } catch (ProducerFencedException e) {
      member.rejectIfTaken(consumer.groupMetadata().memberId());
      // No other process: the broker aborted a transaction while this process was suspended.
      throw e;
    }
  }

  /** Ends {@link #run} with a WakeupException, from any thread. */
  void wakeup() {
    consumer.wakeup();
  }

  private void mirror(ConsumerRecords<String, byte[]> records) {
    if (records.isEmpty()) {
      return;
    }
    List<ProducerRecord<String, byte[]>> mirrored = new ArrayList<>();
    records.forEach(record -> json(record).ifPresent(mirrored::add));
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    records
        .partitions()
        .forEach(
            partition ->
                offsets.put(partition, new OffsetAndMetadata(consumer.position(partition))));
    Objects.requireNonNull(delivery).deliver(mirrored, offsets, consumer.groupMetadata());
    meters.mirrored(mirrored.size());
    goesWell.run();
  }

  /** A member of the group, from the first assignment on. */
  private void countLag() {
    long lag = 0;
    for (TopicPartition partition : consumer.assignment()) {
      OptionalLong ofPartition = consumer.currentLag(partition);
      if (ofPartition.isEmpty()) {
        return;
      }
      lag += ofPartition.getAsLong();
    }
    meters.lag(lag);
    if (lag == 0) {
      goesWell.run();
    }
  }

  private Optional<ProducerRecord<String, byte[]>> json(ConsumerRecord<String, byte[]> record) {
    try {
      String json = text.forPrograms(RecordType.GAZE_PREDICTION.decode(record.value()));
      return Optional.of(
          new ProducerRecord<>(Topics.PREDICTIONS_JSON.name(), record.key(), json.getBytes(UTF_8)));
    } catch (BadRecordException e) {
      meters.rejected();
      log.debug(
          "{}-{}, offset {}: not mirrored: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
      return Optional.empty();
    }
  }

  private Delivery openDelivery() {
    return Delivery.exactlyOnce(
        kafka,
        kafka.producerProperties(
            Map.of(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Topics.PREDICTIONS_JSON.maxMessageBytes(),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                Delivery.STEP_MILLIS)),
        member.transactionalId());
  }

  /** Leaves the group, so that others need not wait for this member to be missed. */
  @Override
  public void close() {
    try {
      if (delivery != null) {
        delivery.close();
      }
    } finally {
      consumer.close(
          CloseOptions.timeout(LEAVE)
              .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }
  }

  private final class Assignments implements ConsumerRebalanceListener {

    /**
     * The producer is opened before committed offsets are asked for, which a transaction that a
     * killed process left open would hold back; and not before this process is the group's member,
     * or it would fence another one of the same name.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      if (delivery == null) {
        delivery = openDelivery();
      }
    }

    /** All that was read is committed. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}
  }
}
