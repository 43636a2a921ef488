package io.gazeshift.inference.pipeline;

import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.kafka.GroupMember;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.protocol.Topics;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The Kafka clients of inference. Consumer and producer carry the name of this instance: a process
 * that restarts after a crash takes over its old membership and ends its old transaction at once,
 * while a new member would have to wait for both to time out.
 */
public record InferenceClients(KafkaAccess kafka, InferConfig config) implements FaceClients {

  private static final int POLLED_FACES = 500;

  @Override
  public Consumer<String, byte[]> openConsumer() {
    return kafka.openConsumer(consumerSettings());
  }

  @Override
  public Delivery openDelivery() {
    Map<String, Object> producer = kafka.producerProperties(producerSettings());
    return switch (config.delivery()) {
      case EXACTLY_ONCE -> Delivery.exactlyOnce(kafka, producer, member().transactionalId());
      case AT_LEAST_ONCE -> Delivery.atLeastOnce(producer);
    };
  }

  @Override
  public GroupMember member() {
    return new GroupMember(kafka, "infer", config.group(), config.instance());
  }

  private Map<String, Object> consumerSettings() {
    Map<String, Object> settings = new HashMap<>(member().consumerSettings());
    // A face that was published before the first start is a face all the same.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // Enough to see what waits in every partition: their cameras take turns.
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Math.max(POLLED_FACES, config.maxBatch()));
    return settings;
  }

  private static Map<String, Object> producerSettings() {
    return Map.of(
        ProducerConfig.LINGER_MS_CONFIG,
        0,
        // The pauses between the steps of a transaction are most of its cost.
        ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
        5,
        // A dead letter may be as large as anything the faces' topic takes.
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Topics.FACES_DLQ.maxMessageBytes(),
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        Delivery.STEP_MILLIS);
  }
}
