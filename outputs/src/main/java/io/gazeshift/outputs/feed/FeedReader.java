package io.gazeshift.outputs.feed;

import java.util.List;

/**
 * An output: it is told of every message, on the thread of the feed, and must not wait. Each output
 * (the stream, LSL, MQTT) implements this alone, and decides by itself what it does with messages
 * that it cannot pass on in time.
 */
public interface FeedReader {

  /**
   * From now on nothing is missed.
   *
   * @param now the first events that it will be told of; none if events cannot be read
   */
  void opened(EventPosition now);

  /** What was read at once, in the order of its topic's partitions. */
  void accept(List<FeedMessage> messages);

  /** There will be no messages, for this reason. */
  void refused(String reason);
}
