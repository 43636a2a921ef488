package io.gazeshift.adaptation.versions;

import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FeatureSample;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;

/** The newest faces of a domain in gaze.features, to try heads on. */
public final class RecentFeatures {

  private static final Duration POLL = Duration.ofMillis(200);

  /** How many records of the partition, which other domains share, are searched at most. */
  private static final long LOOK_BACK = 50_000;

  private RecentFeatures() {}

  /**
   * At most so many faces, of this backbone only; empty if the newest records contain none.
   *
   * @param width features of a face
   */
  public static Optional<FeatureRows> read(
      KafkaAccess kafka, String domain, String backboneFingerprint, int width, int most) {
    Deque<TargetSample> newest = new ArrayDeque<>();
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"))) {
      TopicPartition partition = partitionOf(domain, consumer);
      List<TopicPartition> own = List.of(partition);
      consumer.assign(own);
      long end = Objects.requireNonNull(consumer.endOffsets(own).get(partition));
      long begin = Objects.requireNonNull(consumer.beginningOffsets(own).get(partition));
      consumer.seek(partition, Math.max(begin, end - LOOK_BACK));
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          sample(record, domain, backboneFingerprint, width).ifPresent(newest::addLast);
          if (newest.size() > most) {
            newest.removeFirst();
          }
        }
      }
    }
    return newest.isEmpty() ? Optional.empty() : Optional.of(rows(newest, width));
  }

  /** The partition that our producers choose for a domain. */
  private static TopicPartition partitionOf(String domain, KafkaConsumer<?, ?> consumer) {
    String topic = Topics.FEATURES.name();
    int partitions = consumer.partitionsFor(topic).size();
    return new TopicPartition(
        topic,
        BuiltInPartitioner.partitionForKey(domain.getBytes(StandardCharsets.UTF_8), partitions));
  }

  private static Optional<TargetSample> sample(
      ConsumerRecord<String, byte[]> record, String domain, String fingerprint, int width) {
    if (!domain.equals(record.key())) {
      return Optional.empty();
    }
    try {
      FeatureSample sample = RecordType.FEATURE_SAMPLE.decode(record.value());
      return sample.getBackboneFingerprint().equals(fingerprint)
              && sample.getFeatureFp16().size() == width * Short.BYTES
          ? Optional.of(TargetSample.of(sample))
          : Optional.empty();
    } catch (BadRecordException e) {
      // Adaptation reports such records.
      return Optional.empty();
    }
  }

  private static FeatureRows rows(Deque<TargetSample> samples, int width) {
    float[] rows = new float[Math.multiplyExact(samples.size(), width)];
    int at = 0;
    for (TargetSample sample : samples) {
      sample.copyFeature(rows, at);
      at += width;
    }
    return FeatureRows.of(rows, width);
  }
}
