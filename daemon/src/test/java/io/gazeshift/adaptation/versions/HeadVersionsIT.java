package io.gazeshift.adaptation.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.testing.TestRegistry;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.TestHeads;
import io.gazeshift.testing.TopicReader;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Versions on a real broker. */
class HeadVersionsIT {

  private static final Author ANN = Author.person("ann");

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  @Test
  void everyRecordIsAVersionWithItsParentItsReasonAndItsAuthor() {
    try (TestRegistry registry = TestRegistry.unsigned(BED)) {
      registry.publish("seat", head(0.1f), 0);
      registry.publish("seat", head(0.2f), 1);
      HeadModel back =
          registry.publish(by -> by.restore("seat", 1, Pin.AS_BEFORE, "2 was worse", ANN));
      HeadModel pinned = registry.publish(by -> by.pin("seat", Pin.PINNED, "exhibition", ANN));
      HeadModel unpinned = registry.publish(by -> by.pin("seat", Pin.UNPINNED, "over", ANN));

      assertThat(back.getRestoredVersion()).isEqualTo(1);
      assertThat(back.getParentVersion()).isZero();
      assertThat(back.getAuthor()).isEqualTo("person ann");
      assertThat(back.getReportSummary()).isEqualTo("2 was worse");
      assertThat(pinned.getPinned()).isTrue();
      // Layers of a version that was itself restored are named by where they come from.
      assertThat(pinned.getRestoredVersion()).isEqualTo(1);
      assertThat(unpinned.getPinned()).isFalse();
      assertThat(HeadRecords.head(unpinned)).isEqualTo(head(0.1f));
      assertThat(registry.versions().versions("seat"))
          .extracting(HeadModel::getVersion)
          .containsExactly(5L, 4L, 3L, 2L, 1L);
      assertThat(HeadRecords.head(registry.versions().require("seat", 2))).isEqualTo(head(0.2f));
      assertThat(registry.versions().current("seat").orElseThrow().getLayersCount()).isZero();
    }
  }

  @Test
  void aPinnedDomainStaysSoWhateverIsPublished() {
    try (TestRegistry registry = TestRegistry.unsigned(BED)) {
      registry.publish("pinned", head(0.1f), 0);
      registry.publish(by -> by.pin("pinned", Pin.PINNED, "", ANN));
      registry.publish("pinned", head(0.2f), 2);
      registry.retire("pinned");
      assertThat(registry.versions().require("pinned").getPinned()).isTrue();
    }
  }

  @Test
  void theLastTwentyVersionsAreKept() {
    try (TestRegistry registry = TestRegistry.unsigned(BED)) {
      for (int version = 1; version <= HeadVersions.KEPT + 3; version++) {
        registry.publish("long", head(version), version - 1);
      }
      List<HeadModel> kept = registry.versions().versions("long");
      assertThat(kept).hasSize(HeadVersions.KEPT);
      assertThat(kept.get(0).getVersion()).isEqualTo(23);
      assertThatThrownBy(() -> registry.versions().require("long", 3))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("domain 'long' has no version 3; it has 4, 5, 6, 7");
    }
    // Compaction needs the end of a version to know that it may go.
    Map<String, ConsumerRecord<String, byte[]>> newest = newestOfHistory();
    assertThat(newest.get("long@3").value()).isNull();
    assertThat(newest.get("long@4").value()).isNotNull();
  }

  @Test
  void nothingTakesADomainToALowerVersion() {
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        KafkaProducer<String, byte[]> producer = BED.broker().producer()) {
      registry.publish("replayed", head(0.1f), 0);
      byte[] old = RecordType.HEAD_MODEL.encode(registry.versions().require("replayed", 1));
      registry.publish("replayed", head(0.2f), 1);
      assertThat(registry.versions().isNewestRecord("replayed")).isTrue();

      send(producer, Topics.MODELS, "replayed", null);
      send(producer, Topics.MODELS, "replayed", old);

      assertThat(registry.versions().require("replayed").getVersion()).isEqualTo(2);
      assertThat(registry.versions().isNewestRecord("replayed")).isFalse();
      assertThat(
              registry
                  .publish(by -> by.restore("replayed", 2, Pin.AS_BEFORE, "mend", ANN))
                  .getVersion())
          .isEqualTo(3);
      assertThat(registry.versions().isNewestRecord("replayed")).isTrue();
    }
  }

  @Test
  void impossibleVersionsAreNoVersionsAndNothingOverflows() {
    List<BadRecordException.Reason> ignored = new ArrayList<>();
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        KafkaProducer<String, byte[]> producer = BED.broker().producer();
        HeadVersions versions = new HeadVersions(BED.kafka(), TrustedKeys.none(), ignored::add)) {
      registry.publish("edge", head(0.1f), 0);
      for (long version :
          new long[] {VersionedHead.LAST_VERSION + 1, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
        Publication beyond =
            new Publication(
                TestHeads.record("edge", version, BED.backbone().fingerprint(), head(0.5f)));
        send(producer, Topics.MODELS, "edge", beyond.records().get(0).value());
        send(producer, Topics.MODELS_HISTORY, beyond.place().key(), beyond.place().value());
      }
      versions.refresh();
      assertThat(ignored).filteredOn(BadRecordException.Reason.INVALID::equals).hasSize(4);
      assertThat(versions.require("edge").getVersion()).isEqualTo(1);
      assertThat(versions.versions("edge")).extracting(HeadModel::getVersion).containsExactly(1L);
      assertThat(registry.publish("edge", head(0.2f), 1)).isEqualTo(2);
    }
  }

  @Test
  void afterTheLastVersionNoneFollowsAndTheErrorSaysWhatToDo() {
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        KafkaProducer<String, byte[]> producer = BED.broker().producer()) {
      long almost = VersionedHead.LAST_VERSION - 1;
      HeadModel head = TestHeads.record("full", almost, BED.backbone().fingerprint(), head(0.1f));
      send(producer, Topics.MODELS, "full", RecordType.HEAD_MODEL.encode(head));
      assertThat(registry.publish("full", head(0.2f), almost))
          .isEqualTo(VersionedHead.LAST_VERSION);
      assertThatThrownBy(() -> registry.publish("full", head(0.3f), almost))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("domain 'full': head 9007199254740991 has the highest possible")
          .hasMessageContaining("give the domain another name");
      assertThat(registry.versions().require("full").getVersion())
          .isEqualTo(VersionedHead.LAST_VERSION);
    }
  }

  @Test
  void theHistoryRemembersTheHighestVersionWhenTheTopicHasForgottenIt() {
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        KafkaProducer<String, byte[]> producer = BED.broker().producer()) {
      // As after compaction: only the history knows of version 5.
      HeadModel five = TestHeads.record("forgotten", 5, BED.backbone().fingerprint(), head(0.5f));
      send(producer, Topics.MODELS_HISTORY, "forgotten@5", RecordType.HEAD_MODEL.encode(five));
      assertThat(registry.publish("forgotten", head(0.6f), 5)).isEqualTo(6);
    }
  }

  @Test
  void ofTwoThatPublishAtOnceTheSecondMakesTheNextVersion() {
    try (TestRegistry one = TestRegistry.unsigned(BED);
        TestRegistry other = TestRegistry.unsigned(BED)) {
      one.publish("race", head(0.1f), 0);
      boolean[] overtaken = {false};
      HeadModel second =
          one.publish(
              by -> {
                Publication mine = by.restore("race", 1, Pin.AS_BEFORE, "mine", ANN);
                if (!overtaken[0]) {
                  overtaken[0] = true;
                  assertThat(other.publish("race", head(0.2f), 1)).isEqualTo(2);
                }
                return mine;
              });
      assertThat(second.getVersion()).isEqualTo(3);
      assertThat(one.versions().isActive(second)).isTrue();
      assertThat(one.versions().isNewestRecord("race")).isTrue();
      assertThat(HeadRecords.head(one.versions().require("race", 2))).isEqualTo(head(0.2f));
    }
    assertThat(HeadRecords.head(newestOfHistory("race@2"))).isEqualTo(head(0.2f));
  }

  @Test
  void aVersionIsFoundAsTheFirstOfItsNumberThoughTheNextIsActiveAlready() {
    try (TestRegistry one = TestRegistry.unsigned(BED);
        TestRegistry other = TestRegistry.unsigned(BED)) {
      one.publish("lapped", head(0.1f), 0);
      boolean[] overtaken = {false};
      HeadModel last =
          one.publish(
              by -> {
                Publication mine = by.restore("lapped", 1, Pin.AS_BEFORE, "mine", ANN);
                if (!overtaken[0]) {
                  overtaken[0] = true;
                  other.publish("lapped", head(0.2f), 1);
                  other.publish("lapped", head(0.3f), 2);
                }
                return mine;
              });
      assertThat(last.getVersion()).isEqualTo(4);
    }
    assertThat(HeadRecords.head(newestOfHistory("lapped@2"))).isEqualTo(head(0.2f));
  }

  @Test
  void aPublisherThatIsKilledStandsInTheWayForSecondsOnly() throws Exception {
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        Admin admin = Admin.create(BED.kafka().adminProperties())) {
      registry.publish("timed", head(0.1f), 0);
      assertThat(admin.describeTransactions(publishers(admin)).all().get().values())
          .isNotEmpty()
          .allSatisfy(open -> assertThat(open.transactionTimeoutMs()).isEqualTo(10_000));
    }
  }

  @Test
  void aPublisherWhoseTransactionsTheBrokerHasEndedTriesAgain() throws Exception {
    try (TestRegistry registry = TestRegistry.unsigned(BED);
        Admin admin = Admin.create(BED.kafka().adminProperties())) {
      registry.publish("slow", head(0.1f), 0);
      // As the broker does itself with one that takes longer than its transactions may.
      admin.fenceProducers(publishers(admin)).all().get();
      assertThat(registry.publish("slow", head(0.2f), 1)).isEqualTo(2);
      admin.fenceProducers(publishers(admin)).all().get();
      assertThat(registry.publish("slow", head(0.3f), 2)).isEqualTo(3);
      assertThat(registry.versions().versions("slow"))
          .extracting(HeadModel::getVersion)
          .containsExactly(3L, 2L, 1L);
      assertThat(registry.versions().isNewestRecord("slow")).isTrue();
    }
  }

  private static List<String> publishers(Admin admin) throws Exception {
    return admin.listTransactions().all().get().stream()
        .map(TransactionListing::transactionalId)
        .filter(id -> id.startsWith("gazeshift-publish-"))
        .toList();
  }

  @Test
  void whereKeysAreTrustedUnsignedRecordsAreNoVersions(@TempDir Path dir) {
    KeyFiles keys = KeyFiles.generate(dir, new SecureRandom());
    try (TestRegistry unsigned = TestRegistry.unsigned(BED);
        TestRegistry signed = TestRegistry.signed(BED, keys);
        HeadVersions strict =
            new HeadVersions(BED.kafka(), TrustedKeys.read(List.of(keys.publicKey())))) {
      signed.publish("trusted", head(0.1f), 0);
      unsigned.publish("trusted", head(0.2f), 1);
      strict.refresh();
      assertThat(strict.require("trusted").getVersion()).isEqualTo(1);
      assertThat(strict.newest("trusted")).isEqualTo(1);
      assertThatThrownBy(() -> strict.require("elsewhere"))
          .hasMessageContaining("has no head for domain 'elsewhere', only for trusted");
    }
  }

  private static HeadModel newestOfHistory(String key) {
    return RecordType.HEAD_MODEL.decode(newestOfHistory().get(key).value());
  }

  /** What compaction leaves. */
  private static Map<String, ConsumerRecord<String, byte[]>> newestOfHistory() {
    Map<String, ConsumerRecord<String, byte[]>> newest = new HashMap<>();
    TopicReader.readAll(BED.broker().bootstrap(), Topics.MODELS_HISTORY.name())
        .forEach(record -> newest.put(record.key(), record));
    return newest;
  }

  private static Head head(float pitchRad) {
    return TestHeads.constant(BED.backbone().featureSize(), pitchRad, 0);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Waited for by flushing.
  private static void send(
      KafkaProducer<String, byte[]> producer, Topic topic, String key, byte[] value) {
    producer.send(new ProducerRecord<>(topic.name(), key, value));
    producer.flush();
  }
}
