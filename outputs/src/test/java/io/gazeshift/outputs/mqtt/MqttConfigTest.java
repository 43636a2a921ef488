package io.gazeshift.outputs.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttLogin;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttTls;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MqttConfigTest {

  @ParameterizedTest
  @CsvSource({
    "mqtt://host, tcp://host:1883",
    "mqtt://host:11883/, tcp://host:11883",
    "mqtts://host, ssl://host:8883",
    "mqtts://[::1]:8884, ssl://[::1]:8884",
  })
  void aServerHasAUsualPort(String given, String uri) {
    assertThat(MqttServer.TYPE.parse(given).map(MqttServer::uri)).contains(uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "host:1883", "tcp://host", "mqtt://", "mqtt://u:p@host", "mqtt://h:0"})
  void whatIsNoServerIsRejected(String given) {
    assertThat(MqttServer.TYPE.parse(given)).isEmpty();
  }

  @Test
  void withoutAServerThereIsNothingToSendTo() {
    assertThatThrownBy(() -> publisher(Optional.empty(), tls("", "", "")))
        .isInstanceOf(UserError.class)
        .hasMessage("mqtt.server: no MQTT broker; name one with --server mqtt://HOST:1883");
  }

  @Test
  void aCertificateNeedsItsKey() {
    assertThatThrownBy(() -> tls("", "client.pem", ""))
        .hasMessage("certificate-file and key-file belong together; set both or none");
  }

  @Test
  void aFileThatIsNoCertificateIsRejectedBeforeAnythingIsSent(@TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("ca.pem"), "no certificate");
    assertThatThrownBy(
            () -> publisher(MqttServer.TYPE.parse("mqtts://host"), tls(file.toString(), "", "")))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("mqtt.ca-file: ")
        .hasMessageContaining("PEM file");
  }

  @Test
  void aKeyThatIsMissingOrNoKeyIsRejectedBeforeAnythingIsSent(@TempDir Path directory)
      throws Exception {
    Optional<MqttServer> server = MqttServer.TYPE.parse("mqtts://host");
    String missing = directory.resolve("client.key").toString();
    assertThatThrownBy(() -> publisher(server, tls("", "client.pem", missing)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "mqtt.key-file: cannot read %s (NoSuchFileException); it must be a PEM file with the"
                + " private key of mqtt.certificate-file",
            missing);

    String binary = Files.write(Path.of(missing), new byte[] {-1, -2}).toString();
    assertThatThrownBy(() -> publisher(server, tls("", "client.pem", binary)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("mqtt.key-file: %s has no private key", binary);
  }

  private static MqttPublisher publisher(Optional<MqttServer> server, MqttTls tls) {
    return new MqttPublisher(
        new MqttConfig(
            server,
            "test",
            "gazeshift",
            List.of(),
            new MqttLogin(Optional.empty(), Optional.empty()),
            tls),
        new SimpleMeterRegistry());
  }

  private static MqttTls tls(String authorities, String certificate, String key) {
    return new MqttTls(path(authorities), path(certificate), path(key));
  }

  private static Optional<Path> path(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
  }
}
