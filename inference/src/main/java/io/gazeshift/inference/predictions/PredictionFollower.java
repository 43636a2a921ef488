package io.gazeshift.inference.predictions;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows gaze.predictions as an application would: committed records only, every partition, and no
 * consumer group, so that reading has no side effects. For one thread.
 */
public final class PredictionFollower implements AutoCloseable {

  /** Where to begin. */
  public enum From {
    START,
    NOW
  }

  private static final Logger log = LoggerFactory.getLogger(PredictionFollower.class);

  private final KafkaConsumer<String, byte[]> consumer;

  public PredictionFollower(KafkaAccess kafka, From from) {
    consumer = kafka.openConsumer(Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"));
    try {
      List<TopicPartition> partitions = TopicPartitions.of(consumer, Topics.PREDICTIONS.name());
      consumer.assign(partitions);
      switch (from) {
        case START -> consumer.seekToBeginning(partitions);
        case NOW -> {
          consumer.seekToEnd(partitions);
          // Seeking is lazy: asking for the position fixes what "now" is.
          partitions.forEach(consumer::position);
        }
      }
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  /**
   * The next predictions, or none within the timeout. A record that breaks the contract is named
   * and left out.
   */
  public List<GazePrediction> poll(Duration timeout) {
    List<GazePrediction> predictions = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : consumer.poll(timeout)) {
      try {
        predictions.add(RecordType.GAZE_PREDICTION.decode(record.value()));
      } catch (BadRecordException e) {
        log.warn(
            "{}, partition {}, offset {}: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            e.getMessage());
      }
    }
    return predictions;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
