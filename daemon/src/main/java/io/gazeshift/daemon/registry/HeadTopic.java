package io.gazeshift.daemon.registry;

import com.google.protobuf.ByteString;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads gaze.models once, from its beginning to where it ends now. */
public final class HeadTopic {

  private static final Duration POLL = Duration.ofMillis(200);

  /** The newest record of a domain, and which domains have one. */
  public record Found(Optional<HeadModel> head, SortedSet<String> domains) {}

  private HeadTopic() {}

  /**
   * Finds the head in force for a domain.
   *
   * @throws UserError where the newest record of the domain cannot be read
   */
  public static Found find(KafkaAccess kafka, String domain) {
    SortedSet<String> domains = new TreeSet<>();
    byte[] newest = null;
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            kafka.consumerProperties(
                Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.MODELS.name()).stream()
              .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          if (record.value() == null) {
            domains.remove(record.key());
          } else {
            domains.add(record.key());
          }
          newest = domain.equals(record.key()) ? record.value() : newest;
        }
      }
    }
    return new Found(Optional.ofNullable(newest).map(bytes -> decoded(domain, bytes)), domains);
  }

  /**
   * The head of a record, with the fingerprint of its backbone.
   *
   * @throws UserError where its layers make no head or do not hash to what the record says
   */
  public static HeadFile head(HeadModel record) {
    try {
      Head head = Head.of(record.getLayersList().stream().map(HeadTopic::layer).toList());
      if (!Arrays.equals(head.digest(), record.getSha256().toByteArray())) {
        throw new IllegalArgumentException(
            "its weights hash to %s, the record says otherwise".formatted(head.sha256()));
      }
      return new HeadFile(head, record.getBackboneFingerprint());
    } catch (IllegalArgumentException e) {
      throw new UserError(
          "%s: head %d of domain '%s' cannot be used: %s"
              .formatted(
                  Topics.MODELS.name(), record.getVersion(), record.getDomain(), e.getMessage()),
          e);
    }
  }

  private static HeadModel decoded(String domain, byte[] bytes) {
    try {
      return RecordType.HEAD_MODEL.decode(bytes);
    } catch (BadRecordException e) {
      throw new UserError(
          "%s: the newest record of domain '%s' cannot be read: %s"
              .formatted(Topics.MODELS.name(), domain, e.getMessage()),
          e);
    }
  }

  private static DenseLayer layer(io.gazeshift.protocol.v1.DenseLayer layer) {
    return new DenseLayer(
        layer.getInputs(), layer.getOutputs(), floats(layer.getWeight()), floats(layer.getBias()));
  }

  private static float[] floats(ByteString bytes) {
    float[] values = new float[bytes.size() / Float.BYTES];
    bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }
}
