package io.gazeshift.outputs.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedSource;

/** One message to be sent. */
record MqttNote(FeedKind kind, String topic, String json) {

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

  /** Names come from records: what MQTT would take for structure or wildcards becomes '_'. */
  private static String level(String name) {
    return name.replaceAll("[/+#\\p{Cntrl}]", "_");
  }

  byte[] payload() {
    return json.getBytes(UTF_8);
  }
}
