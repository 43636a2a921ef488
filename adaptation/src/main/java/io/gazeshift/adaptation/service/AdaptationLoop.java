package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.common.ClockJumps;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls gaze.features into the buffers and calls the {@link AdaptationCoordinator} between two
 * polls, until it is woken. An assigned partition is replayed from as far back as samples are kept;
 * its domains are not adapted before. After a failure a new loop takes over and rebuilds all state
 * from the topics.
 */
final class AdaptationLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AdaptationLoop.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration SCHEDULE_EVERY = Duration.ofSeconds(1);
  private static final Duration SMALLEST_CLOCK_JUMP = Duration.ofMinutes(1);

  private final LoopResources resources;
  private final KafkaConsumer<String, byte[]> consumer;
  private final AssignedDomains domains;
  private final AdaptationCoordinator coordinator;
  private final AdaptMeters meters;
  private final InstantSource clock;
  private final Runnable polled;
  private final ClockJumps jumps;
  private final PeriodicTimer scheduleTimer = new PeriodicTimer(SCHEDULE_EVERY);
  private int partitions;

  /**
   * @param resources are closed with the loop
   * @param polled is called after every successful poll
   */
  AdaptationLoop(
      LoopResources resources,
      AssignedDomains domains,
      AdaptationCoordinator coordinator,
      AdaptMeters meters,
      InstantSource clock,
      Runnable polled) {
    this.resources = resources;
    this.consumer = resources.consumer();
    this.domains = domains;
    this.coordinator = coordinator;
    this.meters = meters;
    this.clock = clock;
    this.polled = polled;
    this.jumps = new ClockJumps(clock, System::nanoTime, SMALLEST_CLOCK_JUMP);
  }

  /** Runs until {@link #wakeup}, or until something fails. */
  void run() {
    partitions = consumer.partitionsFor(Topics.FEATURES.name()).size();
    consumer.subscribe(List.of(Topics.FEATURES.name()), new Assignments());
    try {
      while (true) {
        consumer.poll(POLL).forEach(domains::take);
        domains.partitions().forEach(this::updatePosition);
        resources.shared().poll();
        if (scheduleTimer.isDue()) {
          handleClockJumps();
          coordinator.schedule(clock.instant(), partitions);
          measure();
        }
        coordinator.proceed(clock.instant());
        polled.run();
      }
    } catch (ProducerFencedException e) {
      resources.clients().member().rejectIfTaken(consumer.groupMetadata().memberId());
      throw e;
    }
  }

  private void updatePosition(OwnedPartition partition) {
    long position = consumer.position(features(partition.number()));
    if (partition.readUpTo(position) && position > 0) {
      log.info(
          "replayed partition {} up to offset {}: {} domains, {} samples",
          partition.number(),
          position,
          partition.domains().size(),
          partition.domains().stream().mapToInt(DomainState::samples).sum());
    }
  }

  /** A change of the clock must not trigger runs. */
  private void handleClockJumps() {
    Duration jump = jumps.sinceLastAsked();
    if (!jump.isZero()) {
      log.warn(
          "the system clock was set {} by {} s, or the system was suspended; intervals between runs"
              + " are unaffected; samples older than {} h by the new time are dropped",
          jump.isNegative() ? "back" : "ahead",
          jump.abs().toSeconds(),
          domains.maxAge().toHours());
      for (OwnedPartition partition : domains.partitions()) {
        partition.domains().forEach(domain -> domain.clockWasSet(jump));
      }
    }
  }

  private void measure() {
    Map<String, DomainState> byName = new HashMap<>();
    for (OwnedPartition partition : domains.partitions()) {
      partition.domains().forEach(domain -> byName.put(domain.name(), domain));
    }
    Instant now = clock.instant();
    meters.holds(
        byName.keySet(),
        name -> Objects.requireNonNull(byName.get(name)).figures(now),
        coordinator.waiting());
    meters.lag(
        consumer.assignment().stream()
            .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
            .sum());
  }

  /** Ends {@link #run} with a WakeupException, from any thread. */
  void wakeup() {
    consumer.wakeup();
  }

  private static TopicPartition features(int partition) {
    return new TopicPartition(Topics.FEATURES.name(), partition);
  }

  @Override
  public void close() {
    resources.close();
  }

  /** Reacts to rebalances. */
  private final class Assignments implements ConsumerRebalanceListener {

    /**
     * Fences an earlier process of the same name, then reads the events about the domains, and only
     * then lets their samples be read.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      resources.outbox().open();
      // Returns only when no transaction of the last owner is open (KIP-447): its last events are
      // then either readable or will never be written.
      consumer.committed(Set.copyOf(assigned));
      resources.shared().readToEnd();
      resources.heads().refresh();
      Instant from = clock.instant().minus(domains.maxAge());
      Map<TopicPartition, Long> times =
          assigned.stream()
              .collect(Collectors.toMap(p -> p, p -> Math.max(0, from.toEpochMilli())));
      Map<TopicPartition, OffsetAndTimestamp> begins = consumer.offsetsForTimes(times);
      Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
      for (TopicPartition partition : assigned) {
        OffsetAndTimestamp begin = begins.get(partition);
        long end = Objects.requireNonNull(ends.get(partition));
        consumer.seek(partition, begin == null ? end : begin.offset());
        domains.assign(partition.partition(), end);
      }
      if (!assigned.isEmpty()) {
        log.info("assigned {} partitions; replaying samples since {}", assigned.size(), from);
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      for (TopicPartition partition : revoked) {
        domains.revoke(partition.partition()).ifPresent(coordinator::revoked);
      }
    }
  }
}
