package io.gazeshift.outputs.mqtt;

import io.gazeshift.outputs.feed.DropPolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits for the broker. Beyond a bound messages are dropped, predictions first. Thread-safe.
 */
final class MqttQueue {

  private static final Logger log = LoggerFactory.getLogger(MqttQueue.class);

  private final int most;
  private final Deque<MqttNote> notes = new ArrayDeque<>();

  MqttQueue(int most) {
    this.most = most;
  }

  /** Answers how many notes were dropped for it. */
  synchronized int add(List<MqttNote> more) {
    notes.addAll(more);
    notifyAll();
    return drop();
  }

  /**
   * Puts notes that were not acknowledged before all others, in their order, except those that lose
   * one connection after another. Answers how many were dropped.
   */
  synchronized int putBack(List<MqttNote> unacknowledged) {
    int hopeless = 0;
    for (int i = unacknowledged.size() - 1; i >= 0; i--) {
      MqttNote note = unacknowledged.get(i).lost();
      if (note.isHopeless()) {
        hopeless++;
        log.warn(
            "dropped a message to {}: the connection was lost with it {} times",
            note.topic(),
            note.losses());
      } else {
        notes.addFirst(note);
      }
    }
    notifyAll();
    return hopeless + drop();
  }

  private int drop() {
    return DropPolicy.dropBeyond(most, notes, MqttNote::kind);
  }

  /** The next one, if one comes in time. */
  synchronized Optional<MqttNote> take(Duration patience) throws InterruptedException {
    long startNanos = System.nanoTime();
    long leftMillis = patience.toMillis();
    while (notes.isEmpty() && leftMillis > 0) {
      wait(leftMillis);
      leftMillis =
          patience.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }
    return Optional.ofNullable(notes.poll());
  }

  synchronized int size() {
    return notes.size();
  }
}
