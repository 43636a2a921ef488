package io.gazeshift.outputs.feed;

import java.util.List;

/** One who is told of every message, on the thread of the feed: it must not wait. */
public interface FeedReader {

  /** From now on nothing is missed. */
  void opened();

  /** What was read at once, in the order of its topic's partitions. */
  void accept(List<FeedMessage> messages);

  /** There will be no messages, for this reason. */
  void refused(String reason);
}
