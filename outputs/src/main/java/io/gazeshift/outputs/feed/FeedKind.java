package io.gazeshift.outputs.feed;

import io.gazeshift.protocol.Topics;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of messages, each from its own topic. */
public enum FeedKind {
  PREDICTION(Topics.PREDICTIONS.name()),
  EVENT(Topics.EVENTS.name()),
  HEAD(Topics.MODELS.name());

  private final String topic;

  FeedKind(String topic) {
    this.topic = topic;
  }

  /** The name of its topic. */
  String topic() {
    return topic;
  }

  /** As clients write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<FeedKind> of(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key().equals(key)).findFirst();
  }
}
