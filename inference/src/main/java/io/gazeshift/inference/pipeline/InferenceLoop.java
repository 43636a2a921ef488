package io.gazeshift.inference.pipeline;

import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls faces and offers them to the {@link Pipeline}, until woken up. Partitions of which enough
 * waits are paused, not the polling, so that a slow backbone does not lose the group membership.
 * After an aborted commit it continues from the committed offsets; after any other failure a new
 * instance replaces it and continues after the last commit.
 */
final class InferenceLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(InferenceLoop.class);

  private static final Duration IDLE_POLL = Duration.ofMillis(500);

  /** With faces in flight: how late a failed commit may be noticed. */
  private static final Duration BUSY_POLL = Duration.ofMillis(50);

  /** While faces wait for room. */
  private static final Duration FULL_POLL = Duration.ofMillis(5);

  /** A partition is given away when its faces are committed, but not at any price. */
  private static final Duration DRAIN = Duration.ofSeconds(60);

  private static final Duration LEAVE = Duration.ofSeconds(5);

  /** Commits that may be aborted one after another before the clients are opened anew. */
  private static final int MAX_ABORTS = 3;

  private final Consumer<String, byte[]> consumer;
  private final FaceClients clients;
  private final Pipeline.Tools tools;
  private final InferenceMeters meters;
  private final InstantSource clock;
  private final Runnable committed;
  private final CameraTurns turns = new CameraTurns();
  private final PendingFaces pending;
  private @Nullable Delivery delivery;
  private @Nullable Pipeline pipeline;
  private final AtomicInteger aborts = new AtomicInteger();

  /** Tells of every commit, on any thread. */
  InferenceLoop(
      FaceClients clients,
      Pipeline.Tools tools,
      FaceAgeLimit freshness,
      InferenceMeters meters,
      InstantSource clock,
      Runnable committed) {
    this.clients = clients;
    this.tools = tools;
    this.pending = new PendingFaces(freshness, turns);
    this.meters = meters;
    this.clock = clock;
    this.committed = committed;
    this.consumer = clients.openConsumer();
  }

  /** Runs until {@link #wakeup}, or until something fails. */
  void run() {
    consumer.subscribe(List.of(Topics.FACES.name()), new Assignments());
    try {
      while (true) {
        poll();
        if (pipeline != null && delivery != null) {
          goOn(pipeline, delivery);
        }
      }
    } catch (ProducerFencedException e) {
      clients.member().rejectIfTaken(consumer.groupMetadata().memberId());
      // No other process: the broker aborted a transaction while this process was suspended.
      throw e;
    }
  }

  private void goOn(Pipeline open, Delivery committing) {
    open.commitAs(consumer.groupMetadata());
    fill(open);
    try {
      throwIfFailed(open);
      committing.settle(consumer);
    } catch (CommitAbortedException e) {
      beginAgain(e, open, committing);
    }
    countLag();
  }

  /** Ends {@link #run} with a WakeupException, from any thread. */
  void wakeup() {
    consumer.wakeup();
  }

  private void poll() {
    Duration patience = IDLE_POLL;
    if (!pending.isEmpty()) {
      patience = FULL_POLL;
    } else if (pipeline != null && !pipeline.isEmpty()) {
      patience = BUSY_POLL;
    }
    var records = consumer.poll(patience);
    long polledMicros = nowMicros();
    records.forEach(record -> pending.add(new PolledFace(record, polledMicros)));
  }

  /**
   * Partitions of which enough waits are paused; the others are polled, so that they get a turn.
   */
  private void fill(Pipeline open) {
    while (pending.offerNext(open::offer, open.passMicros())) {
      // Until there is no room.
    }
    Set<TopicPartition> full = pending.full();
    full.retainAll(consumer.assignment());
    Set<TopicPartition> others = new HashSet<>(consumer.paused());
    others.removeAll(full);
    consumer.pause(full);
    consumer.resume(others);
  }

  private static void throwIfFailed(Pipeline pipeline) {
    Throwable failure = pipeline.failure().orElse(null);
    if (failure instanceof Error error) {
      throw error;
    } else if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  private void beginAgain(CommitAbortedException cause, Pipeline failed, Delivery committing) {
    // What fails every time would otherwise be tried without a pause.
    if (aborts.incrementAndGet() > MAX_ABORTS) {
      throw cause;
    }
    log.info("predicting the faces in flight again: {}", cause.getMessage());
    failed.close();
    pending.clear();
    rewind();
    pipeline = openPipeline(committing);
  }

  private Pipeline openPipeline(Delivery committing) {
    return new Pipeline(tools, committing, consumer.groupMetadata(), meters, this::count);
  }

  /** Back to the committed offsets, or to the beginning where there are none. */
  private void rewind() {
    consumer
        .committed(consumer.assignment())
        .forEach(
            (partition, offset) -> {
              if (offset == null) {
                consumer.seekToBeginning(List.of(partition));
              } else {
                consumer.seek(partition, offset);
              }
            });
  }

  private void count(List<PolledFace> faces) {
    aborts.set(0);
    long nowMicros = nowMicros();
    for (PolledFace face : faces) {
      meters.skipped(face.skippedBefore());
      meters.committed(face.outcome(), nowMicros);
      if (face.outcome() instanceof FaceOutcome.Skipped) {
        face.giveTurnBack(turns);
      }
    }
    committed.run();
  }

  private void countLag() {
    meters.lag(
        consumer.assignment().stream()
                .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
                .sum()
            + pending.size());
  }

  private long nowMicros() {
    return Micros.of(clock.instant());
  }

  /** Leaves the group, so that others need not wait for this member to be missed. */
  @Override
  public void close() {
    try {
      if (pipeline != null) {
        pipeline.close();
        pipeline = null;
      }
      if (delivery != null) {
        delivery.close();
      }
    } finally {
      consumer.close(
          CloseOptions.timeout(LEAVE)
              .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }
  }

  /** What must be done before partitions come and go. */
  private final class Assignments implements ConsumerRebalanceListener {

    /**
     * Only a member opens the producer: a process that fences another's producer is then already in
     * the group under its name. And it does so before it asks for committed offsets: a transaction
     * that a killed process left open would hold them back.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      if (delivery == null) {
        delivery = clients.openDelivery();
      }
      if (pipeline == null) {
        pipeline = openPipeline(delivery);
      }
    }

    /** The next member shall find everything committed that this one has taken. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      pending.drop(partitions);
      if (pipeline == null || delivery == null) {
        return;
      }
      try {
        pipeline.commitAs(consumer.groupMetadata());
        pipeline.drain(DRAIN);
        delivery.settle(consumer);
      } catch (CommitAbortedException e) {
        log.info("some faces may be predicted twice: {}", e.getMessage());
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }

    /** Another member has them already and predicts what is not committed. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      pending.clear();
      if (pipeline != null) {
        Pipeline lost = pipeline;
        pipeline = null;
        lost.close();
        try {
          throwIfFailed(lost);
        } catch (CommitAbortedException e) {
          log.debug("aborted a commit of lost partitions", e);
        }
      }
    }
  }
}
