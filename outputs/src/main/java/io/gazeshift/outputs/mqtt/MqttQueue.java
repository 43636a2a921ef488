package io.gazeshift.outputs.mqtt;

import io.gazeshift.outputs.feed.FeedKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What waits for the broker. Beyond a bound the oldest predictions are dropped: the next ones are
 * worth more, while an event is told once. Thread-safe.
 */
final class MqttQueue {

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

  /** Puts notes that were not acknowledged before all others, in their order. */
  synchronized int putBack(List<MqttNote> unacknowledged) {
    for (int i = unacknowledged.size() - 1; i >= 0; i--) {
      notes.addFirst(unacknowledged.get(i));
    }
    notifyAll();
    return drop();
  }

  private int drop() {
    int dropped = 0;
    Iterator<MqttNote> oldest = notes.iterator();
    while (notes.size() > most && oldest.hasNext()) {
      if (oldest.next().kind() == FeedKind.PREDICTION) {
        oldest.remove();
        dropped++;
      }
    }
    while (notes.size() > most) {
      notes.removeFirst();
      dropped++;
    }
    return dropped;
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
