package io.gazeshift.inference.events;

import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the loop of events gets on. One failure after another counts as one problem, from the
 * first until something was committed or there is nothing left to commit. Thread-safe.
 */
final class LoopHealth {

  private volatile @Nullable String problem;

  void failed(KafkaException reason) {
    problem = "no events are found: " + reason.getMessage();
  }

  void goesWell() {
    problem = null;
  }

  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }
}
