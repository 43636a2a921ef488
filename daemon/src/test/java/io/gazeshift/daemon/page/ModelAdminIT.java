package io.gazeshift.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.testing.TestRegistry;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.TestHeads;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page says of head versions, on a real broker. */
class ModelAdminIT {

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  private TestRegistry registry;
  private ModelAdmin admin;

  @BeforeEach
  void open() {
    registry = TestRegistry.unsigned(BED);
    admin =
        new ModelAdmin(
            GazeshiftConfig.load(Optional.empty(), Map.of(), List.of()),
            BED.kafka(),
            () ->
                new HeadVerifier(
                    BED.backbone().fingerprint(),
                    new float[BED.backbone().featureSize()],
                    TrustedKeys.none()),
            InstantSource.system());
  }

  @AfterEach
  void close() {
    admin.close();
    registry.close();
  }

  @Test
  void aHeadOfAnotherBackboneIsNeitherListedNorActive() throws Exception {
    registry.publish("lab", head(0.1f), 0);
    registry.publish("lab", head(0.2f), 1);
    write(TestHeads.record("lab", 3, "b".repeat(64), head(0.3f)));

    assertThat(listed("lab")).containsExactly(2L, 1L);
    assertThat(admin.rollback(order("lab", OptionalLong.empty())))
        .isEqualTo("head 4 is active, with the weights of head 1");
    assertThat(listed("lab")).containsExactly(4L, 2L, 1L);
    assertThat(registry.versions().require("lab").getVersion())
        .as("also for readers that take head 3 for a version")
        .isEqualTo(4);
    assertThatThrownBy(() -> admin.rollback(order("lab", OptionalLong.of(3))))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("domain 'lab': head 3 was made for the backbone bbbbbbbbbbbb")
        .hasMessageContaining("inference would reject it");
  }

  @Test
  void whatIsPinnedIsTheHeadThatPredicts() throws Exception {
    registry.publish("seat", head(0.1f), 0);
    write(
        TestHeads.record("seat", 2, BED.backbone().fingerprint(), TestHeads.constant(3, 0.3f, 0)));
    write(TestHeads.record("seat", 3, "b".repeat(64), head(0.3f)));

    assertThat(listed("seat")).containsExactly(1L);
    assertThat(admin.pin(order("seat", OptionalLong.empty())))
        .isEqualTo("head 4 is pinned, with the weights of head 1");
    assertThat(listed("seat")).containsExactly(4L, 1L);
  }

  @Test
  void aDomainWithoutAUsableHeadHasNone() throws Exception {
    write(TestHeads.record("van", 1, "b".repeat(64), head(0.3f)));

    assertThat(listed("van")).isEmpty();
  }

  private List<Long> listed(String domain) {
    return admin.versions(domain).stream().map(HeadModel::getVersion).toList();
  }

  private static AdminOrder order(String domain, OptionalLong version) {
    return new AdminOrder(domain, version, Optional.empty());
  }

  /** As a process of another model would publish it, or an intruder where no key is trusted. */
  private static void write(HeadModel head) throws Exception {
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer()) {
      for (ProducerRecord<String, byte[]> record : new Publication(head).records()) {
        producer.send(record).get();
      }
    }
  }

  private static Head head(float pitch) {
    return TestHeads.constant(BED.backbone().featureSize(), pitch, 0);
  }
}
