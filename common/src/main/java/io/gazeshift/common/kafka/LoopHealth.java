package io.gazeshift.common.kafka;

import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the work of a {@link KafkaThread} gets on. One failure after another counts as one
 * problem, from the first until something was done or there is nothing left to do. Thread-safe.
 */
public final class LoopHealth {

  private final String consequence;
  private volatile @Nullable String problem;

  /**
   * @param consequence what does not happen while the work fails, such as "no events are found"
   */
  public LoopHealth(String consequence) {
    this.consequence = consequence;
  }

  /** Does the work, and remembers why Kafka let it fail. */
  public void watch(Runnable work) {
    try {
      work.run();
    } catch (WakeupException e) {
      throw e;
    } catch (KafkaException e) {
      problem = consequence + ": " + e.getMessage();
      throw e;
    }
  }

  /** Something was done, or there is nothing to do. */
  public void goesWell() {
    problem = null;
  }

  /** Why the work does not get on at the moment; empty if it does. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }
}
