package io.gazeshift.inference.pipeline;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Polled faces that wait for room in the pipeline, and the choice of the next one: the camera that
 * got fewest predictions, so that neither a busy camera nor one with a backlog holds up the others.
 * The faces of a partition keep their order, whatever cameras share it.
 *
 * <p>Where faces have a maximum age, the choice is only fair if it sees fresh faces of every
 * camera. So faces that grow too old while they wait are dropped here at once, and a good part of
 * what waits in the topic is read ahead: under overload, a camera whose faces still had to be
 * fetched would miss its turn, and the same one again and again. For one thread.
 */
final class PendingFaces {

  /** How much may be read ahead, for all partitions together. */
  private static final long ROOM_BYTES = 32L << 20;

  private final FaceAgeLimit freshness;
  private final CameraTurns turns;
  private final Map<TopicPartition, Waiting> byPartition = new LinkedHashMap<>();
  private final Comparator<PolledFace> order;

  /**
   * @param turns counts the faces that are taken from here
   */
  PendingFaces(FaceAgeLimit freshness, CameraTurns turns) {
    this.freshness = freshness;
    this.turns = turns;
    this.order =
        Comparator.<PolledFace>comparingLong(face -> turns.got(face.camera()))
            .thenComparing(face -> face.record().timestamp());
  }

  void add(PolledFace face) {
    if (freshness.isLimited()) {
      face.open();
    }
    byPartition.computeIfAbsent(face.partition(), unknown -> new Waiting()).add(face);
  }

  /** The next face, which stays here. */
  Optional<PolledFace> next() {
    if (freshness.isLimited()) {
      byPartition.values().forEach(this::skipOld);
    }
    return byPartition.values().stream()
        .filter(waiting -> !waiting.isEmpty())
        .map(Waiting::first)
        .min(order);
  }

  /** Removes what {@link #next} returned; its camera has had its turn. */
  void remove(PolledFace next) {
    turns.serve(next.camera());
    Objects.requireNonNull(byPartition.get(next.partition())).removeFirst();
  }

  boolean isEmpty() {
    return byPartition.values().stream().allMatch(Waiting::isEmpty);
  }

  /**
   * The partitions of which enough waits: where faces have a maximum age, those that fill their
   * share of the room, and otherwise all of which anything waits.
   */
  Set<TopicPartition> full() {
    Set<TopicPartition> waiting = new HashSet<>();
    byPartition.forEach(
        (partition, faces) -> {
          if (!faces.isEmpty()) {
            waiting.add(partition);
          }
        });
    if (freshness.isLimited()) {
      long share = ROOM_BYTES / Math.max(1, waiting.size());
      waiting.removeIf(
          partition -> Objects.requireNonNull(byPartition.get(partition)).bytes <= share);
    }
    return waiting;
  }

  /** Another process serves them now. */
  void drop(Collection<TopicPartition> partitions) {
    byPartition.keySet().removeAll(partitions);
  }

  void clear() {
    byPartition.clear();
    turns.clear();
  }

  /**
   * Skips the first faces of a partition that have no use: those too old, and those that may be
   * after the next pass if another camera, which got fewer, waits behind them.
   */
  private void skipOld(Waiting waiting) {
    while (!waiting.isEmpty() && isOfNoUse(waiting)) {
      if (waiting.isLast()) {
        // Nothing follows that would commit it as well.
        waiting.first().settle(new FaceOutcome.Skipped());
        return;
      }
      waiting.skipFirst();
    }
  }

  private boolean isOfNoUse(Waiting waiting) {
    PolledFace first = waiting.first();
    if (first.isSettled()) {
      return first.outcome() instanceof FaceOutcome.Skipped && !waiting.isLast();
    }
    return freshness.isTooOld(first.frame())
        || (freshness.mayMissItsPass(first.frame()) && isAnotherDue(waiting, first.camera()));
  }

  private boolean isAnotherDue(Waiting waiting, String camera) {
    long got = turns.got(camera);
    return waiting.cameras.keySet().stream().anyMatch(other -> turns.got(other) < got);
  }

  /** The faces of one partition, in order. */
  private static final class Waiting {

    /** What a face takes besides its bytes, about. */
    private static final int OVERHEAD_BYTES = 1024;

    private final Deque<PolledFace> faces = new ArrayDeque<>();
    private final Map<String, Integer> cameras = new HashMap<>();
    private long bytes;

    void add(PolledFace face) {
      faces.add(face);
      cameras.merge(face.camera(), 1, Integer::sum);
      bytes += bytesOf(face);
    }

    PolledFace first() {
      return faces.element();
    }

    PolledFace removeFirst() {
      PolledFace first = faces.remove();
      cameras.computeIfPresent(first.camera(), (camera, count) -> count == 1 ? null : count - 1);
      bytes -= bytesOf(first);
      return first;
    }

    void skipFirst() {
      PolledFace skipped = removeFirst();
      first().standsForSkipped(skipped);
    }

    boolean isLast() {
      return faces.size() == 1;
    }

    boolean isEmpty() {
      return faces.isEmpty();
    }

    private static long bytesOf(PolledFace face) {
      return OVERHEAD_BYTES + (long) Math.max(0, face.record().serializedValueSize());
    }
  }
}
