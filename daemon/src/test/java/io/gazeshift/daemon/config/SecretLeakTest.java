package io.gazeshift.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.kafka.KafkaAccess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever can be printed holds no secret, however the secret was given. */
class SecretLeakTest {

  private static final String SECRET = "hunter2-S3CR3T";

  private static final String JAAS =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\""
          + SECRET
          + "\"";

  @TempDir Path dir;

  @Test
  void nothingThatIsRenderedFromAGoodConfigurationHoldsASecret() throws Exception {
    Path secret = Files.writeString(dir.resolve("secret"), SECRET);
    Path file =
        Files.writeString(
            dir.resolve("gazeshift.yaml"),
            """
            kafka:
              bootstrap: a:1
              properties:
                ssl.keystore.password: %1$s
                ssl.truststore.password: ${file:%2$s}
                sasl.jaas.config: '%3$s;'
                client.rack: ${env:HIDDEN}
            cameras:
              - id: a
                source: rtsp://user:%1$s@host/stream
              - id: b
                source: ${env:ADDRESS}
            """
                .formatted(SECRET, secret, JAAS));
    Map<String, String> environment =
        Map.of(
            "HIDDEN", SECRET,
            "ADDRESS", "rtsp://user:%s@host/".formatted(SECRET),
            "GAZESHIFT_KAFKA_PROPERTIES_SSL_KEY_PASSWORD", SECRET);
    List<GivenValue> flags =
        List.of(GivenValue.text("kafka.properties.ssl.keystore.key", SECRET, "--set"));

    EffectiveConfig config =
        new ConfigLoader(GazeshiftConfig.schema(), environment).load(Optional.of(file), flags);
    GazeshiftConfig typed = GazeshiftConfig.from(config);
    KafkaAccess access = typed.kafka().access();

    assertThat(typed.kafka().properties()).containsEntry("ssl.truststore.password", SECRET);
    assertThat(typed.cameras().get(0).source()).contains(SECRET);
    assertThat(
            List.of(
                config.toString(),
                config.describe().toString(),
                typed.toString(),
                access.toString(),
                access.adminProperties().get("ssl.keystore.password").toString(),
                access.producerProperties(Map.of()).get("sasl.jaas.config").toString(),
                flags.toString()))
        .noneMatch(text -> text.contains(SECRET));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka: {properties: {ssl.key.password: [hunter2-S3CR3T, b]}}",
        "kafka: {properties: {ssl.key.password: !hunter2-S3CR3T}}",
        "kafka: {properties: {ssl.key.password: *hunter2-S3CR3T}}",
        "kafka: {properties: {ssl.key.password: hunter2-S3CR3T: x}}",
        "kafka:\n  properties:\n    ssl.key.password: 'hunter2-S3CR3T\n",
        "kafka:\n  properties:\n    ssl.key.password: \"hunter2-S3CR3T\\q\"\n",
        "kafka:\n  properties:\n    ssl.key.password: hunter2-S3CR3T\n   x: 1\n",
        "kafka: {propertis: {ssl.key.password: hunter2-S3CR3T}}",
        "kafka: {properties: hunter2-S3CR3T}",
        "kafka: {properties: {transactional.id: hunter2-S3CR3T}}",
        "kafka: {properties: {ssl.key.password: a}}\nkafka: {properties: {b: hunter2-S3CR3T}}",
        "infer: {threads: '${env:HIDDEN}'}",
        "cameras: [{id: 'rtsp://u:hunter2-S3CR3T@h', source: x}]"
      })
  void noComplaintAboutABadConfigurationHoldsASecret(String yaml) throws Exception {
    Path file = Files.writeString(dir.resolve("gazeshift.yaml"), yaml);

    Throwable refusal =
        catchThrowable(
            () -> GazeshiftConfig.load(Optional.of(file), Map.of("HIDDEN", SECRET), List.of()));

    assertThat(refusal).isNotNull();
    assertThat(trace(refusal)).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The JAAS entry lacks its semicolon; the others are no keystores.
        "security.protocol=SASL_PLAINTEXT;sasl.mechanism=PLAIN;sasl.jaas.config=@",
        "security.protocol=SSL;ssl.keystore.type=PEM;ssl.keystore.key=@",
        "security.protocol=SSL;ssl.truststore.location=/no/such/file;ssl.truststore.password=@",
        "security.protocol=nonsense;ssl.key.password=@"
      })
  void noComplaintOfKafkaHoldsASecret(String properties) {
    Map<String, String> map = new HashMap<>();
    for (String property : properties.split(";", -1)) {
      String[] nameAndValue = property.split("=", 2);
      map.put(nameAndValue[0], nameAndValue[1].replace("@", JAAS));
    }

    Throwable refusal =
        catchThrowable(() -> new KafkaAccess("127.0.0.1:1", map).check(Duration.ofMillis(500)));

    assertThat(refusal).isNotNull();
    assertThat(refusal.getMessage()).startsWith("kafka.").doesNotContain("\n");
    assertThat(trace(refusal)).doesNotContain(SECRET);
  }

  private static String trace(Throwable throwable) {
    StringWriter text = new StringWriter();
    throwable.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
