package io.gazeshift.outputs.mqtt;

import io.gazeshift.common.config.ValueType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where an MQTT broker listens. */
public record MqttServer(String host, int port, boolean encrypted) {

  private static final int PORT = 1883;
  private static final int ENCRYPTED_PORT = 8883;
  private static final Pattern ADDRESS =
      Pattern.compile("mqtt(s?)://([^\\s,:/@?#]+|\\[[^\\s\\]]+])(?::(\\d{1,5}))?/?");

  static final ValueType<MqttServer> TYPE =
      new ValueType<>(
          "an address such as mqtt://host:1883 or, encrypted, mqtts://host:8883",
          false,
          MqttServer::parse);

  private static Optional<MqttServer> parse(String text) {
    Matcher match = ADDRESS.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    boolean encrypted = !match.group(1).isEmpty();
    int usual = encrypted ? ENCRYPTED_PORT : PORT;
    int port = Optional.ofNullable(match.group(3)).map(Integer::valueOf).orElse(usual);
    return Optional.of(new MqttServer(match.group(2), port, encrypted))
        .filter(server -> 1 <= port && port <= 65535);
  }

  /** As the client library writes it. */
  String uri() {
    return "%s://%s:%d".formatted(encrypted ? "ssl" : "tcp", host, port);
  }

  @Override
  public String toString() {
    return "%s://%s:%d".formatted(encrypted ? "mqtts" : "mqtt", host, port);
  }
}
