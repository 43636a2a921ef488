package io.gazeshift.daemon.swap;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.keys.HeadSeal;
import io.gazeshift.daemon.keys.HeadSigner;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Publishes heads to gaze.models, each under the next version of its domain. Of two that publish
 * for one domain at the same moment, inference takes the first. For one thread.
 */
public final class HeadPublisher implements AutoCloseable {

  private final String backboneFingerprint;
  private final Optional<HeadSigner> signer;
  private final InstantSource clock;
  private final ModelsReader reader;
  private final KafkaProducer<String, byte[]> producer;
  private final Map<String, Long> versions = new HashMap<>();

  /** For heads that take the features of this backbone; unsigned where there is no signer. */
  public HeadPublisher(
      KafkaAccess kafka,
      String backboneFingerprint,
      Optional<HeadSigner> signer,
      InstantSource clock) {
    this.backboneFingerprint = backboneFingerprint;
    this.signer = signer;
    this.clock = clock;
    this.reader = new ModelsReader(kafka, Map.of());
    this.producer =
        new KafkaProducer<>(
            kafka.producerProperties(
                Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MODELS.maxMessageBytes())),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  /**
   * Returns the version it is published under, when the cluster has acknowledged it.
   *
   * @param parentVersion of the head it was made from; 0 is the source head
   * @param summary why it is published, in one paragraph
   */
  public long publish(String domain, Head head, long parentVersion, String summary) {
    reader.readToEnd(this::note);
    long version = versions.getOrDefault(domain, 0L) + 1;
    HeadModel unsealed =
        HeadModel.newBuilder()
            .setDomain(domain)
            .setVersion(version)
            .setParentVersion(parentVersion)
            .setBackboneFingerprint(backboneFingerprint)
            .addAllLayers(HeadRecords.layers(head))
            .setCreatedMicros(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()))
            .setReportSummary(summary)
            .build();
    HeadModel sealed = unsealed.toBuilder().setSha256(HeadSeal.sha256(unsealed)).build();
    HeadModel record = signer.map(by -> by.sign(sealed)).orElse(sealed);
    send(domain, RecordType.HEAD_MODEL.encode(record));
    return version;
  }

  /** Returns the domain to the source head. */
  public void retire(String domain) {
    send(domain, null);
  }

  private void send(String domain, byte[] value) {
    try {
      producer.send(new ProducerRecord<>(Topics.MODELS.name(), domain, value)).get();
    } catch (ExecutionException e) {
      throw new KafkaException(
          "the head of domain %s could not be published".formatted(domain), e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void note(ConsumerRecord<String, byte[]> record) {
    try {
      if (record.value() != null) {
        HeadModel head = RecordType.HEAD_MODEL.decode(record.value());
        versions.merge(record.key(), head.getVersion(), Math::max);
      }
    } catch (BadRecordException e) {
      // It has no version that anybody could have used.
      return;
    }
  }

  @Override
  public void close() {
    try (reader) {
      producer.close();
    }
  }
}
