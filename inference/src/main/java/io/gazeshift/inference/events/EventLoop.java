package io.gazeshift.inference.events;

import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.EventState;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.targets.config.DriverProfile;
import io.gazeshift.targets.event.EventSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads predictions and writes their events until woken up. Events, the state after them and the
 * offset are one transaction, and a partition goes on from its stored state, so whatever happens in
 * between is as if it had not happened. After any failure a new instance replaces it.
 */
final class EventLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventLoop.class);

  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * The state of all faces of a partition goes with its events, so they are not told one by one.
   */
  private static final Duration BETWEEN_COMMITS = Duration.ofMillis(100);

  /** How much is read again after a crash where there are no events. */
  private static final Duration WITHOUT_EVENTS = Duration.ofSeconds(5);

  /** Longer than inference takes to restart: until then all faces may come back. */
  private static final Duration SILENT_AFTER = Duration.ofSeconds(15);

  private static final Duration LEAVE = Duration.ofSeconds(5);

  /** How often in a row a commit is repeated before everything begins anew. */
  private static final int MOST_ABORTED = 3;

  /** What a state may have; twice as much can be stored. */
  private static final int MOST_STATE_BYTES = RecordType.EVENT_STATE.maxBytes() / 2;

  private final EventClients clients;
  private final EventMeters meters;
  private final Runnable goesWell;
  private final Consumer<String, byte[]> consumer;
  private final EventRules rules;
  private final SpeedFeed speeds;
  private final Map<TopicPartition, Reading> readings = new HashMap<>();

  /** Complete, but not committed. */
  private final List<FaceEvent> events = new ArrayList<>();

  private @Nullable Delivery delivery;
  private @Nullable StoredStates states;
  private @Nullable Consumer<String, byte[]> stateConsumer;
  private long committedNanos = System.nanoTime();
  private int aborted;

  /** A partition of this member. */
  private static final class Reading {

    private final PartitionEvents events;
    private boolean changed;
    private long gotNanos = System.nanoTime();

    Reading(PartitionEvents events) {
      this.events = events;
    }
  }

  /**
   * @param drivers the domains that are vehicles
   * @param goesWell is told of every commit, and while there is nothing to commit
   */
  EventLoop(
      EventClients clients, List<DriverProfile> drivers, EventMeters meters, Runnable goesWell) {
    this.clients = clients;
    this.rules = new EventRules(EventSettings.DEFAULT, new DriverFrames(drivers));
    this.speeds =
        new SpeedFeed(
            clients::openSpeedConsumer, rules.drivers().speeds(), meters, System::nanoTime);
    this.meters = meters;
    this.goesWell = goesWell;
    this.consumer = clients.openConsumer();
  }

  /** Runs until {@link #wakeup}, or until something fails. */
  void run() {
    consumer.subscribe(List.of(Topics.PREDICTIONS.name()), new Assignments());
    try {
      while (true) {
        ConsumerRecords<String, byte[]> polled = consumer.poll(POLL);
        readSpeeds(polled);
        polled.forEach(this::take);
        readings.forEach(this::endIfSilent);
        commitIfDue();
        if (delivery != null) {
          countLag();
        }
      }
    } catch (KafkaException e) {
      clients.rejectIfTaken(e, consumer.groupMetadata().memberId());
      throw e;
    }
  }

  /** Ends {@link #run} with a WakeupException, from any thread. */
  void wakeup() {
    consumer.wakeup();
    speeds.wakeup();
  }

  /** What was known of the vehicles when the broker got these predictions. */
  private void readSpeeds(ConsumerRecords<String, byte[]> predictions) {
    if (rules.drivers().isEmpty()) {
      return;
    }
    if (!predictions.isEmpty()) {
      speeds.readFor(predictions);
    } else if (isAtEnd()) {
      // Not before: speeds that are later than the predictions to come are of no use yet.
      speeds.keepUp();
    }
  }

  private boolean isAtEnd() {
    Set<TopicPartition> assigned = consumer.assignment();
    return !assigned.isEmpty()
        && assigned.stream().allMatch(partition -> consumer.currentLag(partition).orElse(1) == 0);
  }

  private void take(ConsumerRecord<String, byte[]> record) {
    Reading reading =
        Objects.requireNonNull(
            readings.get(new TopicPartition(record.topic(), record.partition())));
    long dropped = reading.events.dropped();
    try {
      events.addAll(
          reading.events.add(
              RecordType.GAZE_PREDICTION.decode(record.value()), record.timestamp()));
    } catch (BadRecordException e) {
      meters.dropped(1);
      log.debug(
          "{}-{}, offset {}: no events of this prediction: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
    }
    meters.dropped(reading.events.dropped() - dropped);
    reading.events.stepTo(record.offset() + 1);
    reading.changed = true;
    reading.gotNanos = System.nanoTime();
  }

  /** At the end of a partition nothing but the clock tells that its cameras have stopped. */
  private void endIfSilent(TopicPartition partition, Reading reading) {
    boolean silent =
        System.nanoTime() - reading.gotNanos > SILENT_AFTER.toNanos()
            && consumer.currentLag(partition).orElse(1) == 0;
    if (silent && !reading.events.isEmpty()) {
      events.addAll(reading.events.end());
      reading.changed = true;
    }
  }

  private void commitIfDue() {
    long sinceNanos = System.nanoTime() - committedNanos;
    Duration pause = events.isEmpty() ? WITHOUT_EVENTS : BETWEEN_COMMITS;
    if (sinceNanos < pause.toNanos()) {
      return;
    }
    try {
      commit();
      aborted = 0;
    } catch (CommitAbortedException e) {
      aborted++;
      if (e.isLasting() || aborted > MOST_ABORTED) {
        throw e;
      }
      // As during a rebalance; after the next poll the group knows this member again.
      log.debug("a commit of events was aborted and is repeated: {}", e.getMessage());
    }
  }

  private void commit() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    readings.forEach(
        (partition, reading) -> {
          if (reading.changed) {
            records.add(Objects.requireNonNull(states).record(state(reading)));
            offsets.put(partition, new OffsetAndMetadata(reading.events.nextOffset()));
          }
        });
    committedNanos = System.nanoTime();
    if (offsets.isEmpty()) {
      return;
    }
    events.forEach(event -> record(event).ifPresent(records::add));
    Objects.requireNonNull(delivery).deliver(records, offsets, consumer.groupMetadata());
    readings.values().forEach(reading -> reading.changed = false);
    meters.committed(events);
    events.clear();
    goesWell.run();
  }

  /** Predictions of a hostile writer may add up to an event that cannot be written. */
  private static Optional<ProducerRecord<String, byte[]>> record(FaceEvent event) {
    try {
      return Optional.of(
          new ProducerRecord<>(
              Topics.EVENTS.name(), EventRecords.key(event), RecordType.FACE_EVENT.encode(event)));
    } catch (BadRecordException e) {
      log.warn("an event of camera {} cannot be written: {}", event.getCamera(), e.getMessage());
      return Optional.empty();
    }
  }

  /** Ends twice as many sessions each time, because to measure the state takes a while. */
  private EventState state(Reading reading) {
    EventState state = reading.events.state();
    for (int some = 1; state.getSerializedSize() > MOST_STATE_BYTES; some *= 2) {
      for (int i = 0; i < some && !reading.events.isEmpty(); i++) {
        events.addAll(reading.events.endEldest());
      }
      state = reading.events.state();
    }
    return state;
  }

  /** A member of the group, from the first assignment on. */
  private void countLag() {
    long lag = 0;
    boolean known = true;
    for (TopicPartition partition : consumer.assignment()) {
      OptionalLong ofPartition = consumer.currentLag(partition);
      known &= ofPartition.isPresent();
      lag += ofPartition.orElse(0);
    }
    meters.lag(lag);
    boolean nothingToDo = known && lag == 0 && events.isEmpty();
    if (nothingToDo && readings.values().stream().noneMatch(reading -> reading.changed)) {
      goesWell.run();
    }
  }

  /** Leaves the group, so that others need not wait for this member to be missed. */
  @Override
  public void close() {
    // Leaving gives partitions away: by then there is nothing left to commit, or to commit it with.
    readings.clear();
    try {
      closeClients();
    } finally {
      consumer.close(
          CloseOptions.timeout(LEAVE)
              .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }
  }

  private void closeClients() {
    try {
      if (delivery != null) {
        delivery.close();
      }
    } finally {
      closeReaders();
    }
  }

  private void closeReaders() {
    try {
      if (stateConsumer != null) {
        stateConsumer.close();
      }
    } finally {
      speeds.close();
    }
  }

  /** What must be done before partitions come and go. */
  private final class Assignments implements ConsumerRebalanceListener {

    /**
     * The producer is opened before committed offsets are asked for, which a transaction that a
     * killed process left open would hold back. Offsets are asked for before states: once they are
     * known, no process can add to them.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      if (delivery == null) {
        delivery = clients.openDelivery();
        stateConsumer = clients.openStateConsumer();
        states = new StoredStates(stateConsumer, clients.group(), System::nanoTime);
      }
      Map<Integer, Long> offsets = committedOffsets(partitions);
      Map<Integer, EventState> newest = Objects.requireNonNull(states).newest(offsets);
      offsets.forEach(
          (number, offset) -> assign(number, offset, Optional.ofNullable(newest.get(number))));
    }

    private Map<Integer, Long> committedOffsets(Collection<TopicPartition> partitions) {
      Map<TopicPartition, OffsetAndMetadata> known = consumer.committed(Set.copyOf(partitions));
      // In order, for the log.
      Map<Integer, Long> offsets = new TreeMap<>();
      for (TopicPartition partition : partitions) {
        OffsetAndMetadata offset = known.get(partition);
        offsets.put(partition.partition(), offset == null ? -1 : offset.offset());
      }
      return offsets;
    }

    private void assign(int number, long offset, Optional<EventState> state) {
      TopicPartition partition = new TopicPartition(Topics.PREDICTIONS.name(), number);
      PartitionEvents found =
          state
              .map(stored -> PartitionEvents.from(stored, rules))
              .orElseGet(() -> new PartitionEvents(number, Math.max(0, offset), rules));
      if (state.isPresent()) {
        // Not the committed offset: it expires where nothing runs for a week, the state does not.
        consumer.seek(partition, found.nextOffset());
      }
      readings.put(partition, new Reading(found));
    }

    /** The next member shall go on from here. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      if (!readings.isEmpty()) {
        commit();
      }
      partitions.forEach(readings::remove);
    }

    /** Another member has them already, so nothing of them may be committed: all begins anew. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      if (!readings.isEmpty()) {
        throw new KafkaException("lost the partitions " + partitions + " to another process");
      }
    }
  }
}
