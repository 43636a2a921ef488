package io.gazeshift.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.daemon.cli.offline.OfflineLine;
import io.gazeshift.daemon.testing.TestRegistry;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TestHeads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Heads and glances of one cluster, saved and put back on another one. */
class ModelsBackupIT {

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();
  @RegisterExtension static final RunningBroker OTHER = new RunningBroker();

  private static final Duration POLL = Duration.ofMillis(100);

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void begin() {
    line = new OfflineLine(directory);
  }

  @Test
  void whatIsSavedComesBackAsItWasAndOnlyOnce() throws IOException {
    publish("seat", 0.1f, 0.2f, 0.3f);
    line.succeeds(here("models", "rollback", "--domain", "seat", "--author", "ann", "--pin"));
    publish("desk", 0.4f);
    try (GlanceStore store = new GlanceStore(BED.kafka())) {
      store.publish(glance("seat", "left"));
      store.publish(glance("seat", "right"));
      store.publish(glance("seat", "taken-back"));
      store.remove("seat", "taken-back");
    }

    line.succeeds(here("models", "backup", "@saved"));
    assertThat(line.out()).matches("\\S+saved: \\d+ active heads, .* 2 glances; \\S+ MB\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(line.file("saved"))))
        .isEqualTo("rw-------");
    line.succeeds(there("models", "restore", "@saved", "--dry-run"));
    assertThat(line.out())
        .contains("seat: head 4 would become active, with 3 earlier versions")
        .contains("wrote nothing");
    assertThat(records(OTHER.bootstrap(), "seat", "desk")).isEmpty();

    line.succeeds(there("models", "restore", "@saved"));
    assertThat(line.out())
        .contains("desk: head 1 becomes active, with 0 earlier versions")
        .contains("seat: head 4 becomes active, with 3 earlier versions")
        .contains("glances: restored 2 of 2");
    assertThat(records(OTHER.bootstrap(), "seat", "desk"))
        .hasSize(9)
        .isEqualTo(records(BED.broker().bootstrap(), "seat", "desk"));
    line.succeeds(there("models", "list", "--domain", "seat"));
    assertThat(line.out().lines().skip(1).findFirst())
        .hasValueSatisfying(row -> assertThat(row).matches("seat +4 +active, pinned .* ann .*"));

    line.succeeds(there("models", "restore", "@saved"));
    assertThat(line.out())
        .contains("seat: head 4 is already active")
        .contains("glances: restored 0 of 2");

    // What is published there goes on from what was restored.
    line.succeeds(there("models", "rollback", "--domain", "seat", "--to", "3", "--author", "bob"));
    assertThat(line.out()).contains("head 5 is active, with the weights of head 3");
    Map<String, String> newer = records(OTHER.bootstrap(), "seat", "desk");
    line.refuses(
        1,
        there("models", "restore", "@saved"),
        "domain 'seat': the active head 5 is not in the backup, which ends with head 4",
        "restored nothing",
        "--keep-newer");
    line.succeeds(there("models", "restore", "@saved", "--keep-newer"));
    assertThat(line.out()).contains("seat: skipped: head 5 is active, the backup ends with head 4");
    assertThat(records(OTHER.bootstrap(), "seat", "desk")).isEqualTo(newer);

    // The other way round, the newer ones are missing here and are added.
    line.succeeds(there("models", "backup", "@newer", "--json"));
    assertThat(line.out()).contains("\"active_heads\" : ", "\"glances\" : 2");
    line.succeeds(here("models", "restore", "@newer"));
    assertThat(line.out())
        .contains("seat: head 5 becomes active", "desk: head 1 is already active");
    assertThat(records(BED.broker().bootstrap(), "seat", "desk")).isEqualTo(newer);
  }

  @Test
  void headsWithoutATrustedSignatureAreNotSavedAndNotRestored() throws IOException {
    KeyFiles keys = KeyFiles.generate(line.file("keys"), new SecureRandom());
    String trusted = "--set=infer.trusted-keys=" + keys.publicKey();
    publish("open", 0.1f);
    try (TestRegistry registry = TestRegistry.signed(BED, keys)) {
      registry.publish("vault", TestHeads.constant(BED.backbone().featureSize(), 0.2f, 0), 0);
    }
    line.succeeds(here("models", "backup", "@signed", trusted, "--json"));
    assertThat(text("signed")).contains("\"key\":\"vault\"").doesNotContain("\"key\":\"open\"");
    line.succeeds(here("models", "backup", "@all"));
    line.refuses(
        1,
        there("models", "restore", "@all", trusted, "--keep-newer"),
        "cannot be restored: no key of infer.trusted-keys has signed it");
    line.succeeds(there("models", "restore", "@signed", trusted));
    line.succeeds(there("models", "show", "--domain", "vault", trusted));
    assertThat(line.out()).contains("signature  by a key of infer.trusted-keys");
  }

  @Test
  void aFileThatIsNotWhatWasWrittenIsRejectedBeforeAnythingIsChanged() throws IOException {
    publish("frail", 0.1f, 0.2f);
    line.succeeds(here("models", "backup", "@whole"));
    Map<String, String> before = records(OTHER.bootstrap(), "");
    byte[] whole = Files.readAllBytes(line.file("whole"));
    String lines = text("whole");

    Files.write(line.file("cut"), Arrays.copyOf(whole, whole.length / 2));
    Files.writeString(line.file("text"), "not even compressed");
    compress("short", lines.substring(0, lines.lastIndexOf("{\"records\"")));
    compress("fewer", lines.replaceFirst("\\{\"topic\"[^\n]*\n", ""));
    compress("other", lines.replaceFirst("\"gazeshift_backup\":1", "\"gazeshift_backup\":2"));
    compress("hash", lines.replaceFirst("\"sha256\":\"..", "\"sha256\":\"zz"));
    compress("key", lines.replaceFirst("\"key\":\"frail@1\"", "\"key\":\"other@1\""));
    compress("topic", lines.replaceFirst("gaze.models.history", "gaze.predictions"));
    compress("empty", "");
    for (String file : List.of("cut", "text", "short", "fewer", "other", "hash", "empty")) {
      line.refuses(1, there("models", "restore", "@" + file), file, "not a backup, or damaged");
    }
    line.refuses(1, there("models", "restore", "@key"), "'other@1'", "should be 'frail@1'");
    line.refuses(1, there("models", "restore", "@topic"), "unknown topic");
    line.refuses(2, there("models", "restore", "@absent"), "does not exist");
    line.refuses(2, here("models", "backup", "@nowhere/file"), "there is no directory");
    assertThat(records(OTHER.bootstrap(), "")).isEqualTo(before);
  }

  private void compress(String name, String text) throws IOException {
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(line.file(name)))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private String text(String name) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(line.file(name)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String[] here(String... words) {
    return at(BED.broker().bootstrap(), words);
  }

  private static String[] there(String... words) {
    return at(OTHER.bootstrap(), words);
  }

  private static String[] at(String bootstrap, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--kafka", bootstrap, "--set", "infer.model=studio"));
    return all.toArray(String[]::new);
  }

  /** Heads that always say the same, each made from the one before. */
  private static void publish(String domain, float... pitches) {
    try (TestRegistry registry = TestRegistry.unsigned(BED)) {
      for (int i = 0; i < pitches.length; i++) {
        registry.publish(
            domain, TestHeads.constant(BED.backbone().featureSize(), pitches[i], 0), i);
      }
    }
  }

  private static CalibrationGlance glance(String domain, String id) {
    FeatureSample frame =
        FeatureSample.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder().setCamera("cam0").setDomain(domain).setCaptureMicros(1))
            .setBackboneFingerprint(BED.backbone().fingerprint())
            .setFeatureFp16(ByteString.copyFrom(new byte[2 * BED.backbone().featureSize()]))
            .setPrediction(Gaze.INTO_CAMERA.toMessage())
            .addAllNormalisationRotation(Rotation.IDENTITY.toList())
            .build();
    return CalibrationGlance.newBuilder()
        .setDomain(domain)
        .setGlanceId(id)
        .setCameraGaze(Gaze.INTO_CAMERA.toMessage())
        .setAuthor("person ann")
        .setCreatedMicros(1)
        .addFrames(frame)
        .build();
  }

  /** The newest values in the topics that are saved, byte for byte, of keys that begin so. */
  private static Map<String, String> records(String bootstrap, String... domains) {
    Map<String, String> newest = new TreeMap<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          List.of(
              new TopicPartition(Topics.MODELS.name(), 0),
              new TopicPartition(Topics.MODELS_HISTORY.name(), 0),
              new TopicPartition(Topics.CALIBRATION.name(), 0));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer
            .poll(POLL)
            .forEach(
                record -> {
                  String key = record.topic() + "/" + record.key();
                  if (Stream.of(domains).noneMatch(record.key()::startsWith)) {
                    return;
                  }
                  if (record.value() == null) {
                    newest.remove(key);
                  } else {
                    newest.put(key, HexFormat.of().formatHex(record.value()));
                  }
                });
      }
    }
    return newest;
  }
}
