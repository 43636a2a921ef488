package io.gazeshift.daemon.live;

import java.util.ArrayDeque;
import java.util.Deque;

/** Spans of time that end within the last minute, by capture time. Not thread-safe. */
final class RecentSpans {

  static final long KEPT_MICROS = 60_000_000;

  private static final int MOST = 1000;

  private record Span(long fromMicros, long toMicros) {}

  private final long bridgedMicros;
  private final Deque<Span> spans = new ArrayDeque<>();

  /**
   * @param bridgedMicros spans with no more than this between them are one
   */
  RecentSpans(long bridgedMicros) {
    this.bridgedMicros = bridgedMicros;
  }

  /** Adds one that does not begin before the last one did. */
  void add(long fromMicros, long toMicros) {
    Span last = spans.peekLast();
    if (last != null && fromMicros - last.toMicros <= bridgedMicros) {
      spans.removeLast();
      spans.addLast(new Span(last.fromMicros, Math.max(last.toMicros, toMicros)));
    } else {
      spans.addLast(new Span(fromMicros, toMicros));
    }
    while (spans.size() > MOST || spans.peekFirst().toMicros < toMicros - KEPT_MICROS) {
      spans.removeFirst();
    }
  }

  void clear() {
    spans.clear();
  }

  /** How long they are within the minute before this. */
  double seconds(long nowMicros) {
    return spans.stream()
            .mapToLong(
                span ->
                    Math.max(0, span.toMicros - Math.max(span.fromMicros, nowMicros - KEPT_MICROS)))
            .sum()
        / 1e6;
  }

  /** How long the span is that has not ended then, from its own beginning; 0 if there is none. */
  double openSeconds(long newestMicros) {
    Span last = spans.peekLast();
    return last == null || newestMicros - last.toMicros > bridgedMicros
        ? 0
        : (newestMicros - last.fromMicros) / 1e6;
  }
}
