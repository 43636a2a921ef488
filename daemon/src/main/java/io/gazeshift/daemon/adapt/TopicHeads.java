package io.gazeshift.daemon.adapt;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.keys.HeadSeal;
import io.gazeshift.daemon.keys.HeadSigner;
import io.gazeshift.daemon.keys.TrustedKeys;
import io.gazeshift.daemon.swap.HeadRecords;
import io.gazeshift.daemon.swap.PublishedHeads;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The heads of gaze.models, read whole each time. */
final class TopicHeads implements Heads {

  private final KafkaAccess kafka;
  private final HeadFile source;
  private final TrustedKeys keys;
  private final Optional<HeadSigner> signer;
  private final InstantSource clock;
  private PublishedHeads published;

  TopicHeads(
      KafkaAccess kafka,
      HeadFile source,
      TrustedKeys keys,
      Optional<HeadSigner> signer,
      InstantSource clock) {
    this.kafka = kafka;
    this.source = source;
    this.keys = keys;
    this.signer = signer;
    this.clock = clock;
  }

  @Override
  public void refresh() {
    published = PublishedHeads.read(kafka);
  }

  @Override
  public Facts facts(String domain) {
    return published
        .of(domain)
        .map(head -> new Facts(head.getVersion(), head.getPinned(), head.getAuthor()))
        .orElse(new Facts(0, false, ""));
  }

  @Override
  public Head load(String domain) {
    Optional<HeadModel> own =
        published
            .of(domain)
            .filter(head -> head.getBackboneFingerprint().equals(source.backboneFingerprint()));
    if (own.isPresent() && keys.requireSignature() && !keys.vouchFor(own.get())) {
      throw new UserError(
          "head %d is not signed by a key of infer.trusted-keys".formatted(own.get().getVersion()));
    }
    return own.map(head -> PublishedHeads.head(head).head()).orElse(source.head());
  }

  @Override
  public Next publication(String domain, Head head, long parentVersion, String summary) {
    long version = facts(domain).version() + 1;
    HeadModel unsealed =
        HeadModel.newBuilder()
            .setDomain(domain)
            .setVersion(version)
            .setParentVersion(parentVersion)
            .setBackboneFingerprint(source.backboneFingerprint())
            .addAllLayers(HeadRecords.layers(head))
            .setCreatedMicros(Micros.of(clock.instant()))
            .setReportSummary(summary)
            .setAuthor("service")
            .build();
    HeadModel sealed = unsealed.toBuilder().setSha256(HeadSeal.sha256(unsealed)).build();
    HeadModel signed = signer.map(by -> by.sign(sealed)).orElse(sealed);
    byte[] value = RecordType.HEAD_MODEL.encode(signed);
    return new Next(version, List.of(new ProducerRecord<>(Topics.MODELS.name(), domain, value)));
  }

  @Override
  public void close() {}
}
