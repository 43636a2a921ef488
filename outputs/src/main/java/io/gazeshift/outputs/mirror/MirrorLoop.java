package io.gazeshift.outputs.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.Delivery;
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
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads predictions and writes them as JSON until woken up. What one poll gives, and the offsets
 * after it, are one transaction: nothing is read on before that is committed, so there is nothing
 * to take back when partitions go. What was aborted is read again; after any other failure a new
 * instance replaces it.
 */
final class MirrorLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MirrorLoop.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LEAVE = Duration.ofSeconds(5);

  /** How often in a row a commit is repeated before everything begins anew. */
  private static final int MOST_ABORTED = 3;

  private final Consumer<String, byte[]> consumer;
  private final Supplier<Delivery> deliveries;
  private final java.util.function.Consumer<String> rejectIfTaken;
  private final MirrorMeters meters;
  private final Runnable goesWell;
  private final PredictionText text = new PredictionText(ZoneOffset.UTC);
  private @Nullable Delivery delivery;
  private int aborted;

  /**
   * @param consumer the group's member, which belongs to the loop
   * @param deliveries open a delivery, which belongs to the loop
   * @param rejectIfTaken complains if the group knows another process instead of this member
   * @param goesWell is told of every commit, and while there is nothing to commit
   */
  MirrorLoop(
      Consumer<String, byte[]> consumer,
      Supplier<Delivery> deliveries,
      java.util.function.Consumer<String> rejectIfTaken,
      MirrorMeters meters,
      Runnable goesWell) {
    this.consumer = consumer;
    this.deliveries = deliveries;
    this.rejectIfTaken = rejectIfTaken;
    this.meters = meters;
    this.goesWell = goesWell;
  }

  /** Runs until {@link #wakeup}, or until something fails. */
  void run() {
    consumer.subscribe(List.of(Topics.PREDICTIONS.name()), new Assignments());
    try {
      while (true) {
        mirrorOrRepeat(consumer.poll(POLL));
        if (delivery != null) {
          countLag();
        }
      }
    } catch (ProducerFencedException e) {
      rejectIfTaken.accept(consumer.groupMetadata().memberId());
      // No other process: the broker aborted a transaction while this process was suspended.
      throw e;
    }
  }

  /** Ends {@link #run} with a WakeupException, from any thread. */
  void wakeup() {
    consumer.wakeup();
  }

  private void mirrorOrRepeat(ConsumerRecords<String, byte[]> records) {
    try {
      mirror(records);
    } catch (CommitAbortedException e) {
      aborted++;
      if (e.isLasting() || aborted > MOST_ABORTED) {
        throw e;
      }
      // As during a rebalance; after the next poll the group knows this member again.
      log.debug("a commit of the mirror was aborted and is repeated: {}", e.getMessage());
      rewind(records);
    }
  }

  /** To the committed offsets: all that was read before is committed. */
  private void rewind(ConsumerRecords<String, byte[]> records) {
    for (TopicPartition partition : records.partitions()) {
      consumer.seek(partition, records.records(partition).get(0).offset());
    }
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
    aborted = 0;
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
        delivery = deliveries.get();
      }
    }

    /** All that was read is committed. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}
  }
}
