package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gazeshift.common.UserError;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaAccessTest {

  private static final Duration PATIENCE = Duration.ofMillis(1500);

  @Test
  void theUserWinsOverTheProgramAndTheProgramOverTheDefaults() {
    KafkaAccess access = new KafkaAccess("a:1", Map.of("linger.ms", "7"));

    Map<String, Object> producer =
        access.producerProperties(Map.of("linger.ms", 0, "batch.size", 1, "acks", "1"));

    assertThat(producer)
        .containsEntry("bootstrap.servers", "a:1")
        .containsEntry("linger.ms", "7")
        .containsEntry("batch.size", 1)
        .containsEntry("acks", "1")
        .containsEntry("enable.idempotence", true);
    assertThat(access.consumerProperties(Map.of()))
        .containsEntry("enable.auto.commit", false)
        .containsEntry("isolation.level", "read_committed");
  }

  @Test
  void aPropertyGoesOnlyToTheClientsThatKnowItOrElseToAll() {
    KafkaAccess access =
        new KafkaAccess(
            "a:1", Map.of("linger.ms", "7", "max.poll.records", "9", "my.login.callback", "x"));

    assertThat(access.adminProperties())
        .containsOnlyKeys(
            "bootstrap.servers",
            "request.timeout.ms",
            "reconnect.backoff.max.ms",
            "retry.backoff.max.ms",
            "enable.metrics.push",
            "my.login.callback");
    assertThat(access.producerProperties(Map.of()))
        .containsKeys("linger.ms", "my.login.callback")
        .doesNotContainKey("max.poll.records");
    assertThat(access.consumerProperties(Map.of()))
        .containsKeys("max.poll.records", "my.login.callback")
        .doesNotContainKey("linger.ms");
  }

  @Test
  void clientsTryAgainSoonUnlessTheUserWantsALongerPause() {
    KafkaAccess usual = new KafkaAccess("a:1", Map.of());
    KafkaAccess patient = new KafkaAccess("a:1", Map.of("reconnect.backoff.ms", "2000"));

    assertThat(usual.adminProperties()).containsEntry("reconnect.backoff.max.ms", 300);
    assertThat(patient.adminProperties())
        .doesNotContainKey("reconnect.backoff.max.ms")
        .containsEntry("retry.backoff.max.ms", 300);
  }

  @Test
  void clientsAcceptThePropertiesAndPasswordsDoNotShow() {
    KafkaAccess access =
        new KafkaAccess("a:1", Map.of("ssl.key.password", "hunter2", "sasl.jaas.config", "x;"));

    Map<String, Object> consumer =
        access.consumerProperties(
            Map.of(
                "key.deserializer",
                "org.apache.kafka.common.serialization.StringDeserializer",
                "value.deserializer",
                "org.apache.kafka.common.serialization.StringDeserializer"));

    assertThat(consumer.toString()).doesNotContain("hunter2");
    assertThat(new ConsumerConfig(consumer).getPassword("ssl.key.password"))
        .isEqualTo(new Password("hunter2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        ConsumerConfig.GROUP_ID_CONFIG,
        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
        ProducerConfig.ACKS_CONFIG,
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG
      })
  void propertiesOnWhichDeliveryDependsAreRejected(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KafkaAccess("a:1", Map.of(name, "x")))
        .withMessageMatching(
            "properties\\.%s: must not be set \\(.+\\); remove it".formatted(name));
  }

  @Test
  void aRejectedConnectionIsSaidInOneLine() throws Exception {
    int port = freePort();

    assertError(
        "127.0.0.1:" + port,
        Map.of(),
        ("kafka.bootstrap: no broker answered at 127.0.0.1:%d within 1.5 s (connection"
                    + " refused);")
                .formatted(port)
            + " start one, or leave kafka.bootstrap empty to use the embedded broker");
  }

  @Test
  void anUnknownHostNameIsSaidInOneLine() {
    assertError(
        "no-such-host.invalid:9092",
        Map.of(),
        "kafka.bootstrap: no broker answered at no-such-host.invalid:9092 within 1.5 s (unknown"
            + " host name no-such-host.invalid); start one, or leave kafka.bootstrap empty to use"
            + " the embedded broker");
  }

  @Test
  void severalReasonsAreAllNamed() throws Exception {
    String bootstrap = "no-such-host.invalid:9092,127.0.0.1:" + freePort();

    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> new KafkaAccess(bootstrap, Map.of()).check(PATIENCE))
        .withMessageContaining("(unknown host name no-such-host.invalid; connection refused)");
  }

  @Test
  void somethingThatListensButIsNoBrokerIsSaidInOneLine() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String bootstrap = "127.0.0.1:" + silent.getLocalPort();

      assertError(
          bootstrap,
          Map.of(),
          "kafka.bootstrap: no broker answered at %s within 1.5 s (it accepts connections but does"
                  .formatted(bootstrap)
              + " not answer as a Kafka broker with security.protocol PLAINTEXT would); start one,"
              + " or leave kafka.bootstrap empty to use the embedded broker");
    }
  }

  @Test
  void itWaitsLongerOnlyIfAProcessListens() throws Exception {
    Duration longer = Duration.ofMillis(2500);
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      KafkaAccess busy = new KafkaAccess("127.0.0.1:" + silent.getLocalPort(), Map.of());
      assertThatExceptionOfType(UserError.class)
          .isThrownBy(() -> busy.check(PATIENCE, longer))
          .withMessageContaining(" within 2.5 s (it accepts connections");
    }
    KafkaAccess absent = new KafkaAccess("127.0.0.1:" + freePort(), Map.of());
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> absent.check(PATIENCE, longer))
        .withMessageContaining(" within 1.5 s (connection refused)");
  }

  @Test
  void aBadPropertyIsAWrongRequest() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                new KafkaAccess("127.0.0.1:1", Map.of("security.protocol", "NONSENSE"))
                    .check(PATIENCE))
        .satisfies(e -> assertThat(e.isUsage()).isTrue())
        .withMessageStartingWith("kafka.properties: ")
        .withMessageContaining("security.protocol")
        .withMessageNotContaining("\n");
  }

  @Test
  void aKeystoreThatIsNotThereIsNamed() {
    Map<String, String> properties =
        Map.of("security.protocol", "SSL", "ssl.truststore.location", "/no/such/file.p12");

    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> new KafkaAccess("127.0.0.1:1", properties).check(PATIENCE))
        .withMessage("kafka.properties: cannot read /no/such/file.p12");
  }

  private static void assertError(String bootstrap, Map<String, String> properties, String line) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> new KafkaAccess(bootstrap, properties).check(PATIENCE))
        .withMessage(line)
        .satisfies(e -> assertThat(e.isUsage()).isFalse());
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
