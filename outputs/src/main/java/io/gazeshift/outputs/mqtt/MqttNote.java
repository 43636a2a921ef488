package io.gazeshift.outputs.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedSource;

/**
 * One message to be sent.
 *
 * @param losses how many connections were lost before it was acknowledged
 */
record MqttNote(FeedKind kind, String topic, String json, int losses) {

  /** A longer name says nothing more, and MQTT bounds topics. */
  private static final int MOST_CHARACTERS = 200;

  /** What loses a connection also when it is sent alone is the reason for it. */
  private static final int MOST_LOSSES = 3;

  /** One that was not sent yet. */
  MqttNote(FeedKind kind, String topic, String json) {
    this(kind, topic, json, 0);
  }

  /** Such as {@code gazeshift/lab/left/0/prediction}. */
  static MqttNote of(String prefix, FeedMessage message) {
    StringBuilder topic = new StringBuilder(prefix);
    FeedSource source = message.source();
    topic.append('/').append(level(source.domain()));
    source.camera().ifPresent(camera -> topic.append('/').append(level(camera)));
    source.face().ifPresent(face -> topic.append('/').append(face));
    topic.append('/').append(message.kind().key());
    return new MqttNote(message.kind(), topic.toString(), message.json());
  }

  /**
   * Names come from records: what MQTT would take for structure or wildcards, and what no text in
   * MQTT may contain, becomes '_'.
   */
  private static String level(String name) {
    StringBuilder level = new StringBuilder();
    name.codePoints()
        .limit(MOST_CHARACTERS)
        .map(character -> isAllowed(character) ? character : '_')
        .forEach(level::appendCodePoint);
    return level.toString();
  }

  private static boolean isAllowed(int character) {
    return "/+#".indexOf(character) < 0
        && !Character.isISOControl(character)
        && Character.getType(character) != Character.SURROGATE
        && !isNoncharacter(character);
  }

  /** Those that Unicode reserves for use inside programs. */
  private static boolean isNoncharacter(int character) {
    return (character & 0xfffe) == 0xfffe || (0xfdd0 <= character && character <= 0xfdef);
  }

  byte[] payload() {
    return json.getBytes(UTF_8);
  }

  /** The same after a connection that was lost before it was acknowledged. */
  MqttNote lost() {
    return new MqttNote(kind, topic, json, losses + 1);
  }

  /** Whether it may be what connections are lost by, so that nothing else is sent with it. */
  boolean goesAlone() {
    return losses == MOST_LOSSES - 1;
  }

  /** Whether the broker will not take it, or the library not send it. */
  boolean isHopeless() {
    return losses >= MOST_LOSSES;
  }
}
