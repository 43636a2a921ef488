package io.gazeshift.outputs.feed;

import io.gazeshift.common.UserError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How far events were read: of each partition of their topic, the next offset. Events of different
 * partitions have no order, so one offset would not do. Immutable.
 */
public record EventPosition(List<Long> next) {

  /** Where events cannot be read, and of messages that are no events. */
  public static final EventPosition NONE = new EventPosition(List.of());

  private static final int RADIX = 36;
  private static final String SEPARATOR = ".";

  /** Far more partitions than the topic has; a client sends this. */
  private static final int MOST_PARTITIONS = 1000;

  /** Twelve digits of radix 36 are less than the largest long. */
  private static final String OFFSET = "[0-9a-z]{1,12}";

  public EventPosition {
    next = List.copyOf(next);
  }

  /**
   * From the id of a server-sent event.
   *
   * @throws UserError if no stream can have sent it
   */
  public static EventPosition parse(String id) {
    String[] parts = id.split("\\" + SEPARATOR, MOST_PARTITIONS + 1);
    if (parts.length > MOST_PARTITIONS
        || !Arrays.stream(parts).allMatch(part -> part.matches(OFFSET))) {
      throw UserError.usage(
          "last event id '%s': not an id of this stream; send one that an event had, or none"
              .formatted(id.length() > 100 ? id.substring(0, 100) + "..." : id));
    }
    return new EventPosition(
        Arrays.stream(parts).map(part -> Long.parseLong(part, RADIX)).toList());
  }

  /** As the id of a server-sent event; {@link #parse} reads it. */
  public String id() {
    return next.stream()
        .map(offset -> Long.toString(offset, RADIX))
        .collect(Collectors.joining(SEPARATOR));
  }

  public boolean isNone() {
    return next.isEmpty();
  }

  /** 0 for a partition that it does not know: the topic has grown since. */
  long nextOf(int partition) {
    return partition < next.size() ? next.get(partition) : 0;
  }

  EventPosition with(int partition, long offset) {
    List<Long> moved = new ArrayList<>(next);
    while (moved.size() <= partition) {
      moved.add(0L);
    }
    moved.set(partition, offset);
    return new EventPosition(moved);
  }
}
