package io.gazeshift.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gazeshift.common.UserError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaAccessIT {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofSeconds(3);
  private static final String PASSWORD = "changeit";

  @TempDir static Path dir;
  private static Path keystore;
  private static TestBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    keystore = dir.resolve("broker.p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "broker",
                    "-keyalg",
                    "EC",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    keystore.toString(),
                    "-storepass",
                    PASSWORD,
                    "-dname",
                    "CN=127.0.0.1",
                    "-ext",
                    "SAN=IP:127.0.0.1"))
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor())
        .as(new String(keytool.getInputStream().readAllBytes(), UTF_8))
        .isZero();
    broker = new TestBroker(dir.resolve("data"), keystore, PASSWORD);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void aBrokerThatAnswersPasses() {
    assertThatCode(() -> new KafkaAccess(broker.plain(), Map.of()).check(LONG))
        .doesNotThrowAnyException();
  }

  @Test
  void theRightPasswordPasses() {
    assertThatCode(() -> new KafkaAccess(broker.sasl(), sasl("right")).check(LONG))
        .doesNotThrowAnyException();
  }

  @Test
  void aWrongPasswordIsSaidInOneLineWithoutThePassword() {
    assertError(
        broker.sasl(),
        sasl("hunter2"),
        LONG,
        "kafka.bootstrap: %s rejects the credentials (Authentication failed: Invalid username or"
                .formatted(broker.sasl())
            + " password); check kafka.properties.sasl.*");
  }

  @Test
  void aTrustedCertificatePasses() {
    Map<String, String> trusting =
        Map.of(
            "security.protocol",
            "SSL",
            "ssl.truststore.location",
            keystore.toString(),
            "ssl.truststore.type",
            "PKCS12",
            "ssl.truststore.password",
            PASSWORD);

    assertThatCode(() -> new KafkaAccess(broker.tls(), trusting).check(LONG))
        .doesNotThrowAnyException();
  }

  @Test
  void anUntrustedCertificateIsSaidInOneLine() {
    assertError(
        broker.tls(),
        Map.of("security.protocol", "SSL"),
        LONG,
        "kafka.bootstrap: TLS with %s failed (unable to find valid certification path to requested"
                .formatted(broker.tls())
            + " target); check kafka.properties.ssl.* and kafka.properties.security.protocol");
  }

  @Test
  void speakingTlsToAnOpenPortIsSaidInOneLine() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () -> new KafkaAccess(broker.plain(), Map.of("security.protocol", "SSL")).check(SHORT))
        .withMessageMatching("kafka.bootstrap: [^\n]*security.protocol[^\n]*");
  }

  @Test
  void speakingOpenlyToATlsPortIsSaidInOneLine() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> new KafkaAccess(broker.tls(), Map.of()).check(SHORT))
        .withMessageMatching("kafka.bootstrap: [^\n]*security.protocol PLAINTEXT[^\n]*");
  }

  private static Map<String, String> sasl(String password) {
    return Map.of(
        "security.protocol", "SASL_PLAINTEXT",
        "sasl.mechanism", "PLAIN",
        "sasl.jaas.config",
            ("org.apache.kafka.common.security.plain.PlainLoginModule required username=\"me\""
                    + " password=\"%s\";")
                .formatted(password));
  }

  private static void assertError(
      String bootstrap, Map<String, String> properties, Duration patience, String line) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> new KafkaAccess(bootstrap, properties).check(patience))
        .withMessage(line)
        .satisfies(e -> assertThat(e.isUsage()).isFalse());
  }
}
