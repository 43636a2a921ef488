package io.gazeshift.outputs.feed;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Where events are that a reader missed while it was away.
 *
 * @param after what it has
 * @param now what it will be told of without asking
 * @param filter which of them it wants
 */
public record EventGap(EventPosition after, EventPosition now, FeedFilter filter) {

  /** The partitions in which there is anything between. */
  List<Integer> partitions() {
    return IntStream.range(0, now.next().size())
        .filter(partition -> after.nextOf(partition) != now.nextOf(partition))
        .boxed()
        .toList();
  }
}
