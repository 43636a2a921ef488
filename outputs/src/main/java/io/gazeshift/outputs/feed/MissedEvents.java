package io.gazeshift.outputs.feed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The events between the last one a client had and the first one it will be told of.
 *
 * @param now where it goes on
 * @param missing why some of them are not here, if so
 */
public record MissedEvents(List<FeedMessage> events, EventPosition now, Optional<String> missing) {

  public MissedEvents {
    events = List.copyOf(events);
  }

  /** None of them, for this reason. */
  public static MissedEvents unknown(EventPosition now, String reason) {
    return new MissedEvents(List.of(), now, Optional.of(reason));
  }

  /** Puts records of several partitions into one order. Not thread-safe. */
  static final class Merge {

    private record Stored(int partition, long offset, long millis, FeedMessage message) {}

    private final List<Stored> stored = new ArrayList<>();
    private final Map<Integer, Long> latestMillis = new HashMap<>();

    /**
     * @param millis when Kafka got it
     */
    void add(int partition, long offset, long millis, FeedMessage message) {
      // The broker's clock may have been set back: the order of a partition goes first.
      long ordered = latestMillis.merge(partition, millis, Math::max);
      stored.add(new Stored(partition, offset, ordered, message));
    }

    /**
     * The newest of them, oldest first, each with the position after it.
     *
     * @param start where each partition was read from
     */
    MissedEvents newest(int most, EventPosition start, EventPosition now, List<String> gaps) {
      stored.sort(Comparator.comparingLong(Stored::millis));
      List<String> reasons = new ArrayList<>(gaps);
      int leftOut = Math.max(0, stored.size() - most);
      if (leftOut > 0) {
        reasons.add("more than %d events; only the newest are sent".formatted(most));
      }
      EventPosition position = start;
      List<FeedMessage> events = new ArrayList<>();
      for (Stored event : stored) {
        position = position.with(event.partition(), event.offset() + 1);
        events.add(event.message().at(position));
      }
      return new MissedEvents(
          events.subList(leftOut, events.size()),
          now,
          reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons)));
    }
  }
}
