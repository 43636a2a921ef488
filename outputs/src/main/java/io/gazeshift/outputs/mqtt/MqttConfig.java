package io.gazeshift.outputs.mqtt;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An MQTT broker.
 *
 * @param server empty if there is none
 * @param clientId its own among the broker's clients
 * @param prefix of every topic
 * @param kinds what is sent
 */
public record MqttConfig(
    Optional<MqttServer> server,
    String clientId,
    String prefix,
    List<FeedKind> kinds,
    MqttLogin login,
    MqttTls tls) {

  private static final String SERVER_KEY = "mqtt.server";

  private static final Setting<Optional<MqttServer>> SERVER =
      Setting.of(
              SERVER_KEY,
              MqttServer.TYPE.orEmpty(),
              "",
              "MQTT broker that 'gazeshift mqtt' sends predictions and events to.")
          .withExample("mqtts://gateway:8883");

  private static final Setting<String> CLIENT_ID =
      Setting.computed(
          "mqtt.client-id",
          ValueType.matching("[\\x21-\\x7e]{1,200}", "1 to 200 printable characters"),
          environment -> "gazeshift-" + Names.hostName(environment),
          "gazeshift-edge-box",
          "Name of this process at the MQTT broker, which disconnects an older client of the same"
              + " name. Default: gazeshift- and the host name.");

  private static final Setting<String> PREFIX =
      Setting.of(
          "mqtt.topic-prefix",
          ValueType.matching(
              "[^+#\\s/$][^+#\\s]{0,200}", "a topic without spaces, '+' and '#', such as a/b"),
          "gazeshift",
          "First part of every MQTT topic.");

  private static final Setting<List<FeedKind>> KINDS =
      Setting.of(
          "mqtt.kinds",
          ValueType.listOf(ValueType.choice(FeedKind.class)),
          "prediction,event",
          "What is sent. Events alone take a small part of the traffic.");

  public static final List<Setting<?>> SETTINGS =
      List.of(
          SERVER,
          CLIENT_ID,
          PREFIX,
          KINDS,
          MqttLogin.USER,
          MqttLogin.PASSWORD_FILE,
          MqttTls.CA_FILE,
          MqttTls.CERTIFICATE_FILE,
          MqttTls.KEY_FILE);

  /** What the broker knows this client by. */
  public record MqttLogin(Optional<String> user, Optional<Path> passwordFile) {

    static final Setting<Optional<String>> USER =
        Setting.of(
            "mqtt.user",
            ValueType.text().orEmpty(),
            "",
            "User name at the MQTT broker. Empty: none.");

    static final Setting<Optional<Path>> PASSWORD_FILE =
        Setting.of(
                "mqtt.password-file",
                ValueType.path().orEmpty(),
                "",
                "File with the password of mqtt.user. It is read at every connection.")
            .withExample("/run/secrets/mqtt-password");
  }

  /** Keys and certificates, as PEM files. */
  public record MqttTls(
      Optional<Path> caFile, Optional<Path> certificateFile, Optional<Path> keyFile) {

    static final Setting<Optional<Path>> CA_FILE =
        Setting.of(
                "mqtt.ca-file",
                ValueType.path().orEmpty(),
                "",
                "PEM file with the certificates of authorities that may vouch for an encrypted"
                    + " MQTT broker. Empty: those that Java knows.")
            .withExample("/etc/gazeshift/mqtt-ca.pem");

    static final Setting<Optional<Path>> CERTIFICATE_FILE =
        Setting.of(
                "mqtt.certificate-file",
                ValueType.path().orEmpty(),
                "",
                "PEM file with the certificate of this client, and those between it and its"
                    + " authority. Empty: the broker asks for none.")
            .withExample("/etc/gazeshift/mqtt-client.pem");

    static final Setting<Optional<Path>> KEY_FILE =
        Setting.of(
                "mqtt.key-file",
                ValueType.path().orEmpty(),
                "",
                "PEM file with the private key (PKCS #8, not encrypted) of mqtt.certificate-file.")
            .withExample("/run/secrets/mqtt-client.key");

    public MqttTls {
      if (certificateFile.isPresent() != keyFile.isPresent()) {
        throw new IllegalArgumentException(
            "certificate-file and key-file belong together; set both or none");
      }
    }
  }

  /**
   * @throws IllegalArgumentException if settings contradict each other
   */
  public static MqttConfig from(EffectiveConfig config) {
    return new MqttConfig(
        config.get(SERVER),
        config.get(CLIENT_ID),
        config.get(PREFIX),
        config.get(KINDS),
        new MqttLogin(config.get(MqttLogin.USER), config.get(MqttLogin.PASSWORD_FILE)),
        new MqttTls(
            config.get(MqttTls.CA_FILE),
            config.get(MqttTls.CERTIFICATE_FILE),
            config.get(MqttTls.KEY_FILE)));
  }

  /**
   * The broker.
   *
   * @throws UserError if there is none
   */
  public MqttServer address() {
    return server.orElseThrow(
        () ->
            UserError.usage(
                "%s: no MQTT broker; name one with --server mqtt://HOST:1883"
                    .formatted(SERVER_KEY)));
  }

  FeedFilter filter() {
    return new FeedFilter(Set.copyOf(kinds), Set.of(), Set.of(), Set.of());
  }
}
