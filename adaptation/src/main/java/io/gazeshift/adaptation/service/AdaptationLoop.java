package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.publish.AdaptClients;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Outbox;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.schedule.TriggerPolicy;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.adaptation.shadow.WatchSettings;
import io.gazeshift.adaptation.shadow.Watches;
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
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads features into buffers and lets runs go on between two polls, until woken. A partition that
 * is assigned is read from as far back as samples are kept; nothing is decided about its domains
 * before. After a failure this is replaced by a new one, which gathers everything again.
 */
final class AdaptationLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AdaptationLoop.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration LEAVE = Duration.ofSeconds(5);
  private static final Duration LEAST_JUMP = Duration.ofMinutes(1);

  private final AdaptClients clients;
  private final Duration maxAge;
  private final AdaptMeters meters;
  private final InstantSource clock;
  private final Runnable well;
  private final KafkaConsumer<String, byte[]> consumer;
  private final TriggerPolicy policy;
  private final Heads heads;
  private final Worker worker;
  private final PastRuns past = new PastRuns();
  private final OpenRequests requests = new OpenRequests();
  private final RunQueue queue = new RunQueue();
  private final Pace looking = new Pace(LOOK_EVERY);
  private final ClockJumps jumps;
  private final Outbox outbox;
  private final SideTopics side;
  private final AssignedDomains share;
  private final RunCoordinator runs;
  private final Afterwards afterwards;
  private final DomainScheduler looks;
  private int partitions;

  /**
   * @param setup opens what is the loop's own, and closes with it
   * @param well is told of every poll that went well
   */
  AdaptationLoop(AdaptSetup setup, InstantSource clock, Runnable well) {
    this.clients = setup.clients();
    this.maxAge = setup.buffer().maxAge();
    this.meters = setup.meters();
    this.clock = clock;
    this.jumps = new ClockJumps(clock, System::nanoTime, LEAST_JUMP);
    this.well = well;
    this.policy = setup.openPolicy();
    this.worker = setup.openWorker();
    this.side = new SideTopics(clients, past, requests, clock, meters);
    try {
      this.heads = setup.openHeads();
    } catch (RuntimeException e) {
      side.close();
      throw e;
    }
    WatchSettings watching = setup.watching();
    ShadowTrials trials =
        new ShadowTrials(setup.shadows(), watching.steadiness(), setup.source().fingerprint());
    Watches watches = new Watches(heads, setup.source().fingerprint(), watching);
    this.share =
        new AssignedDomains(
            setup.admission(), setup.buffer(), past, meters, List.of(trials, watches));
    try {
      this.consumer = clients.openConsumer();
    } catch (RuntimeException e) {
      try (side) {
        heads.close();
      }
      throw e;
    }
    this.outbox = new Outbox(clients, consumer);
    Publishing publishing = new Publishing(heads, outbox::send);
    this.runs =
        new RunCoordinator(
            share,
            heads,
            queue,
            requests,
            trials,
            worker,
            outbox,
            publishing,
            setup.events(),
            meters,
            setup.rules(),
            clock);
    this.afterwards =
        new Afterwards(heads, trials, watches, publishing, setup.events(), meters, clock);
    this.looks =
        new DomainScheduler(
            share, heads, requests, policy, queue, runs::decline, new Cancelling(queue, runs));
  }

  /** Runs until {@link #wakeup}, or until something fails. */
  void run() {
    partitions = consumer.partitionsFor(Topics.FEATURES.name()).size();
    consumer.subscribe(List.of(Topics.FEATURES.name()), new Assignments());
    try {
      while (true) {
        consumer.poll(POLL).forEach(share::take);
        share.partitions().forEach(this::readOn);
        side.poll();
        if (looking.isDue()) {
          noticeJumps();
          looks.look(clock.instant(), runs.current(), partitions);
          measure();
        }
        runs.goOn();
        afterwards.goOn();
        well.run();
      }
    } catch (ProducerFencedException e) {
      clients.member().refuseIfTaken(consumer.groupMetadata().memberId());
      throw e;
    }
  }

  private void readOn(OwnedPartition partition) {
    long position = consumer.position(features(partition.number()));
    if (partition.readUpTo(position) && position > 0) {
      log.info(
          "partition {} is read up to {}: {} domains, {} samples",
          partition.number(),
          position,
          partition.domains().size(),
          partition.domains().stream().mapToInt(DomainState::samples).sum());
    }
  }

  /** Nobody is adapted because a clock was set. */
  private void noticeJumps() {
    Duration jump = jumps.sinceLastAsked();
    if (!jump.isZero()) {
      log.warn(
          "the clock of this machine was set {} by {} s, or the machine slept: domains are adapted"
              + " as long after their last runs as before; samples older than {} h by the new time"
              + " are dropped",
          jump.isNegative() ? "back" : "ahead",
          jump.abs().toSeconds(),
          maxAge.toHours());
      for (OwnedPartition partition : share.partitions()) {
        partition.domains().forEach(domain -> domain.clockWasSet(jump));
      }
    }
  }

  private void measure() {
    Map<String, DomainState> domains = new HashMap<>();
    for (OwnedPartition partition : share.partitions()) {
      partition.domains().forEach(domain -> domains.put(domain.name(), domain));
    }
    Instant now = clock.instant();
    meters.holds(
        domains.keySet(),
        domain -> Objects.requireNonNull(domains.get(domain)).figures(now),
        queue.size());
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

  /** Leaves the group, so that others need not wait for this member to be missed. */
  @Override
  public void close() {
    // Backwards, and one that cannot be closed does not keep the others open.
    Leaving leaving = this::leave;
    try (leaving;
        heads;
        side;
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

  /** What must be done when partitions come and go. */
  private final class Assignments implements ConsumerRebalanceListener {

    /**
     * What a process that had our name left open is ended first, and what was told of the domains
     * is read, before their samples are.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      outbox.open();
      // Answered only when no transaction of the last owner is open any more (KIP-447): what it
      // was about to tell of a run is then either there to be read or will never be.
      consumer.committed(Set.copyOf(assigned));
      side.readToEnd();
      heads.refresh();
      Instant from = clock.instant().minus(maxAge);
      Map<TopicPartition, Long> times =
          assigned.stream()
              .collect(Collectors.toMap(p -> p, p -> Math.max(0, from.toEpochMilli())));
      Map<TopicPartition, OffsetAndTimestamp> begins = consumer.offsetsForTimes(times);
      Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
      for (TopicPartition partition : assigned) {
        OffsetAndTimestamp begin = begins.get(partition);
        long end = Objects.requireNonNull(ends.get(partition));
        consumer.seek(partition, begin == null ? end : begin.offset());
        share.assign(partition.partition(), end);
      }
      if (!assigned.isEmpty()) {
        log.info("{} partitions more; samples since {} are read", assigned.size(), from);
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      for (TopicPartition partition : revoked) {
        share.revoke(partition.partition()).ifPresent(this::forget);
      }
    }

    private void forget(OwnedPartition partition) {
      runs.revoked(partition);
      partition.domains().forEach(domain -> policy.forget(domain.name()));
    }
  }
}
