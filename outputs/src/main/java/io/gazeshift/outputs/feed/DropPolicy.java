package io.gazeshift.outputs.feed;

import java.util.Deque;
import java.util.Iterator;
import java.util.function.Function;

/**
 * What is dropped of the messages that wait beyond a bound: the oldest predictions first. The next
 * ones are worth more, while an event is told once.
 */
public final class DropPolicy {

  private DropPolicy() {}

  /** Leaves at most so many, and answers how many were dropped. */
  public static <T> int dropBeyond(int most, Deque<T> waiting, Function<T, FeedKind> kind) {
    int dropped = 0;
    Iterator<T> oldest = waiting.iterator();
    while (waiting.size() > most && oldest.hasNext()) {
      if (kind.apply(oldest.next()) == FeedKind.PREDICTION) {
        oldest.remove();
        dropped++;
      }
    }
    while (waiting.size() > most) {
      waiting.removeFirst();
      dropped++;
    }
    return dropped;
  }
}
