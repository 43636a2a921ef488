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
 * Polled faces that wait for room in the pipeline. The partition that was served longest ago is
 * next; its faces keep their order. Polled records arrive one partition at a time: served in the
 * order of arrival, the faces of one busy camera would let those of all others grow too old. For
 * one thread.
 */
final class PendingFaces {

  private final Map<TopicPartition, Deque<PolledFace>> byPartition = new LinkedHashMap<>();
  private final Map<TopicPartition, Long> served = new HashMap<>();
  private long turn;

  void add(PolledFace face) {
    byPartition.computeIfAbsent(face.partition(), unknown -> new ArrayDeque<>()).add(face);
  }

  /** The next face, which stays here. */
  Optional<PolledFace> next() {
    return byPartition.entrySet().stream()
        .filter(waiting -> !waiting.getValue().isEmpty())
        .min(Comparator.comparingLong(waiting -> served.getOrDefault(waiting.getKey(), -1L)))
        .map(waiting -> waiting.getValue().element());
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
