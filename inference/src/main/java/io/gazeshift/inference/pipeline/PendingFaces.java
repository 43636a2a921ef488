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
 * Polled faces that wait for room in the pipeline. Polled records arrive one partition at a time:
 * served in the order of arrival, the faces of one busy camera would let those of all others grow
 * too old. The faces of a partition keep their order. For one thread.
 *
 * <p>Usually partitions take turns, so that one with a backlog does not hold up the others. Where
 * faces have a maximum age, the oldest face is next: under overload all partitions hover at that
 * age, and one that is a little ahead of the others would have the only faces that are still young
 * enough, again and again. In turns, its lead would never end.
 */
final class PendingFaces {

  private final Map<TopicPartition, Deque<PolledFace>> byPartition = new LinkedHashMap<>();
  private final Map<TopicPartition, Long> served = new HashMap<>();
  private final Comparator<PolledFace> order;
  private long turn;

  /**
   * @param oldestFirst whether the oldest face is next, not the partition served longest ago
   */
  PendingFaces(boolean oldestFirst) {
    Comparator<PolledFace> turns =
        Comparator.comparingLong(face -> served.getOrDefault(face.partition(), -1L));
    order =
        oldestFirst
            ? Comparator.<PolledFace>comparingLong(face -> face.record().timestamp())
                .thenComparing(turns)
            : turns;
  }

  void add(PolledFace face) {
    byPartition.computeIfAbsent(face.partition(), unknown -> new ArrayDeque<>()).add(face);
  }

  /** The next face, which stays here. */
  Optional<PolledFace> next() {
    return byPartition.values().stream()
        .filter(waiting -> !waiting.isEmpty())
        .map(Deque::element)
        .min(order);
  }

  /** Removes the next face; its partition has had its turn. */
  void removeNext() {
    TopicPartition partition = next().orElseThrow().partition();
    Objects.requireNonNull(byPartition.get(partition)).remove();
    served.put(partition, turn++);
  }

  boolean isEmpty() {
    return next().isEmpty();
  }

  /** Those of which something waits. */
  Set<TopicPartition> partitions() {
    Set<TopicPartition> waiting = new HashSet<>();
    byPartition.forEach(
        (partition, faces) -> {
          if (!faces.isEmpty()) {
            waiting.add(partition);
          }
        });
    return waiting;
  }

  /** Another process serves them now. */
  void drop(Collection<TopicPartition> partitions) {
    byPartition.keySet().removeAll(partitions);
    served.keySet().removeAll(partitions);
  }

  void clear() {
    byPartition.clear();
  }
}
