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
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * Polled faces that wait for room in the pipeline, and the choice of the next one: of the camera
 * that had fewest turns, so that neither a busy camera nor one with a backlog holds up the others.
 * The faces of a partition keep their order, whatever cameras share it.
 *
 * <p>Where faces have a maximum age, the choice is only fair if it sees fresh faces of every
 * camera. So faces that are too old are skipped here at once, and a good part of what waits in the
 * topic is read ahead: under overload, a camera whose faces still had to be fetched would miss its
 * turn, and the same one again and again. A skipped face is committed by the one behind it. For one
 * thread.
 */
final class PendingFaces {

  /** How much may be read ahead, for all partitions together, before no more is polled. */
  private static final long ROOM_BYTES = 32L << 20;

  /** A face that will be too old after so many waits must not wait behind another camera's. */
  private static final int URGENT_WAITS = 3;

  private final FaceAgeLimit freshness;
  private final CameraTurns turns;
  private final Map<TopicPartition, Waiting> byPartition = new LinkedHashMap<>();
  private final Comparator<PolledFace> order;

  /** Since the pipeline had no room, something has always waited. */
  private boolean pressed;

  /**
   * @param turns of cameras whose faces are taken from here
   */
  PendingFaces(FaceAgeLimit freshness, CameraTurns turns) {
    this.freshness = freshness;
    this.turns = turns;
    // What is settled takes no time of the backbone, and must not hold up what is behind it.
    this.order =
        Comparator.comparing((PolledFace face) -> !face.isSettled())
            .thenComparing(face -> turns.had(face.camera()))
            .thenComparing(face -> face.record().timestamp());
  }

  void add(PolledFace face) {
    Waiting waiting = byPartition.computeIfAbsent(face.partition(), unknown -> new Waiting());
    if (freshness.isLimited()) {
      face.open();
    }
    waiting.add(face);
  }

  /**
   * Offers the next face to the pipeline, and removes it if there was room.
   *
   * @param passMicros how long the backbone took for its last pass: what is offered now waits for
   *     one
   * @return whether there was a face, and room for it
   */
  boolean offerNext(Predicate<PolledFace> pipeline, long passMicros) {
    if (freshness.isLimited()) {
      // A quarter more: passes differ, and what is taken too late is lost with its place.
      long waitMicros = Math.min(passMicros, freshness.longestPassMicros()) * 5 / 4;
      byPartition.values().forEach(waiting -> skip(waiting, waitMicros));
    }
    Optional<PolledFace> next =
        byPartition.values().stream()
            .filter(waiting -> !waiting.isEmpty())
            .map(Waiting::first)
            .min(order);
    if (next.isEmpty()) {
      pressed = false;
      return false;
    }
    PolledFace face = next.get();
    if (!face.isSettled()) {
      face.takeTurn(turns);
    }
    if (!pipeline.test(face)) {
      face.giveTurnBack(turns);
      pressed = true;
      return false;
    }
    Objects.requireNonNull(byPartition.get(face.partition())).removeFirst();
    return true;
  }

  boolean isEmpty() {
    return size() == 0;
  }

  int size() {
    return byPartition.values().stream().mapToInt(Waiting::size).sum();
  }

  /**
   * The partitions of which enough waits: where faces have a maximum age, those that fill their
   * share of the room, and otherwise all of which anything waits.
   */
  Set<TopicPartition> full() {
    Set<TopicPartition> full = new HashSet<>();
    byPartition.forEach(
        (partition, waiting) -> {
          if (!waiting.isEmpty()) {
            full.add(partition);
          }
        });
    if (freshness.isLimited()) {
      long all = byPartition.values().stream().mapToLong(waiting -> waiting.bytes).sum();
      long share = all > ROOM_BYTES ? 0 : ROOM_BYTES / Math.max(1, full.size());
      full.removeIf(partition -> Objects.requireNonNull(byPartition.get(partition)).bytes <= share);
    }
    return full;
  }

  /** Another process serves them now. */
  void drop(Collection<TopicPartition> partitions) {
    byPartition.keySet().removeAll(partitions);
  }

  void clear() {
    byPartition.clear();
    turns.clear();
    pressed = false;
  }

  /** Skips the first faces of a partition that have no use. */
  private void skip(Waiting waiting, long waitMicros) {
    while (!waiting.isEmpty() && isOfNoUse(waiting, waitMicros)) {
      if (waiting.size() == 1) {
        // Nothing follows that would commit it as well.
        waiting.first().settle(new FaceOutcome.Skipped());
        return;
      }
      waiting.skipFirst();
    }
  }

  /**
   * Where there is time for all, only a face that is too old has no use. Otherwise also one that
   * will be too old for the pass that it would be in, and one that keeps back another camera's.
   */
  private boolean isOfNoUse(Waiting waiting, long waitMicros) {
    PolledFace first = waiting.first();
    if (first.isSettled()) {
      return first.outcome() instanceof FaceOutcome.Skipped && waiting.size() > 1;
    }
    return freshness.isTooOldIn(first.frame(), pressed ? waitMicros : 0)
        || (pressed && keepsBackAnother(waiting, first.camera(), waitMicros));
  }

  /** Whether a camera that had fewer turns would lose a face behind those of this one. */
  private boolean keepsBackAnother(Waiting waiting, String camera, long waitMicros) {
    long had = turns.had(camera);
    return waiting.byCamera.entrySet().stream()
        .anyMatch(
            other ->
                !other.getKey().equals(camera)
                    && turns.had(other.getKey()) < had
                    && isUrgent(other.getValue(), waitMicros));
  }

  private boolean isUrgent(Deque<PolledFace> ofOneCamera, long waitMicros) {
    while (!ofOneCamera.isEmpty()
        && freshness.isTooOldIn(ofOneCamera.element().frame(), waitMicros)) {
      ofOneCamera.remove();
    }
    return !ofOneCamera.isEmpty()
        && freshness.isTooOldIn(ofOneCamera.element().frame(), URGENT_WAITS * waitMicros);
  }

  /** The faces of one partition, in order. */
  private static final class Waiting {

    /** What a face takes besides its bytes, about. */
    private static final int OVERHEAD_BYTES = 1024;

    /** The record, and the face that was read from it. */
    private static final int COPIES = 2;

    private final Deque<PolledFace> faces = new ArrayDeque<>();

    /** Of those that can be read; without the first ones that have no chance any more. */
    private final Map<String, Deque<PolledFace>> byCamera = new HashMap<>();

    private long bytes;

    void add(PolledFace face) {
      faces.add(face);
      bytes += bytesOf(face);
      if (face.isOpen()) {
        byCamera.computeIfAbsent(face.camera(), unknown -> new ArrayDeque<>()).add(face);
      }
    }

    PolledFace first() {
      return faces.element();
    }

    PolledFace removeFirst() {
      PolledFace first = faces.remove();
      bytes -= bytesOf(first);
      Deque<PolledFace> ofCamera = byCamera.get(first.camera());
      if (ofCamera != null) {
        if (ofCamera.peek() == first) {
          ofCamera.remove();
        }
        if (ofCamera.isEmpty()) {
          byCamera.remove(first.camera());
        }
      }
      return first;
    }

    void skipFirst() {
      PolledFace skipped = removeFirst();
      first().standsForSkipped(skipped);
    }

    boolean isEmpty() {
      return faces.isEmpty();
    }

    int size() {
      return faces.size();
    }

    private static long bytesOf(PolledFace face) {
      return OVERHEAD_BYTES + COPIES * (long) Math.max(0, face.record().serializedValueSize());
    }
  }
}
