package io.gazeshift.outputs.feed;

import io.gazeshift.common.kafka.KafkaAccess;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells readers which events they missed while they were away. They wait for one thread, which
 * answers several with one reading; the feed goes on meanwhile. The code that opens it closes it;
 * thread-safe.
 */
public final class EventHistory implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventHistory.class);

  /** As many as the stream has clients: after a restart of the server all of them come back. */
  static final int MOST_WAITING = 500;

  /** So few that what is found for them, until they are told, fits into some 20 MB. */
  static final int MOST_AT_ONCE = 20;

  private final Function<List<EventGap>, List<MissedEvents>> stored;
  private final Map<ReturningReader, EventGap> waiting = new LinkedHashMap<>();

  /** One task that waits sees all readers that came before it starts; more are not needed. */
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1),
          work -> {
            Thread made = new Thread(work, "missed-events");
            made.setDaemon(true);
            return made;
          },
          new ThreadPoolExecutor.DiscardPolicy());

  public EventHistory(KafkaAccess kafka) {
    this(new StoredEvents(kafka)::missed);
  }

  /**
   * @param stored finds the events of several gaps and answers in their order
   */
  EventHistory(Function<List<EventGap>, List<MissedEvents>> stored) {
    this.stored = stored;
  }

  /**
   * Tells a reader what it missed: once, unless it is removed or this is closed before. It is told
   * on another thread; or at once, on this one, that nothing is known: where events cannot be read,
   * and where too many wait.
   */
  public void read(EventGap gap, ReturningReader reader) {
    if (gap.now().isNone()) {
      reader.resumed(
          MissedEvents.unknown(
              gap.now(), "this process's Kafka user may not read " + FeedKind.EVENT.topic()));
      return;
    }
    boolean isFull;
    synchronized (waiting) {
      isFull = waiting.size() >= MOST_WAITING;
      if (!isFull) {
        waiting.put(reader, gap);
      }
    }
    if (isFull) {
      reader.resumed(
          MissedEvents.unknown(
              gap.now(), "%d clients wait for missed events already".formatted(MOST_WAITING)));
      return;
    }
    thread.execute(this::answerAll);
  }

  /** It has gone: nothing is read for it any more. */
  public void remove(ReturningReader reader) {
    synchronized (waiting) {
      waiting.remove(reader);
    }
  }

  private void answerAll() {
    Map<ReturningReader, EventGap> next = next();
    while (!next.isEmpty()) {
      answer(List.copyOf(next.keySet()), List.copyOf(next.values()));
      next = next();
    }
  }

  private Map<ReturningReader, EventGap> next() {
    Map<ReturningReader, EventGap> next = new LinkedHashMap<>();
    synchronized (waiting) {
      Iterator<Map.Entry<ReturningReader, EventGap>> longest = waiting.entrySet().iterator();
      while (next.size() < MOST_AT_ONCE && longest.hasNext()) {
        Map.Entry<ReturningReader, EventGap> each = longest.next();
        next.put(each.getKey(), each.getValue());
        longest.remove();
      }
    }
    return next;
  }

  private void answer(List<ReturningReader> readers, List<EventGap> gaps) {
    List<MissedEvents> found = new ArrayList<>();
    try {
      found.addAll(stored.apply(gaps));
    } catch (RuntimeException e) {
      log.warn("cannot read missed events of {} clients", gaps.size(), e);
      gaps.forEach(
          gap -> found.add(MissedEvents.unknown(gap.now(), "the server failed to read them")));
    }
    for (int i = 0; i < readers.size(); i++) {
      try {
        readers.get(i).resumed(found.get(i));
      } catch (RuntimeException e) {
        log.warn("cannot tell a client which events it missed", e);
      }
    }
  }

  @Override
  public void close() {
    synchronized (waiting) {
      waiting.clear();
    }
    thread.shutdownNow();
  }
}
