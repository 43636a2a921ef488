package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.kafka.GroupMember;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The Kafka clients of adaptation, under the name of this instance. */
public record AdaptClients(KafkaAccess kafka, GroupMember member) {

  /** Features are small, and a replay may cover a day. */
  private static final int MAX_POLL_RECORDS = 2000;

  public static AdaptClients of(KafkaAccess kafka, AdaptConfig config) {
    return new AdaptClients(
        kafka, new GroupMember(kafka, "adapt", config.group(), config.instance()));
  }

  public KafkaConsumer<String, byte[]> openConsumer() {
    Map<String, Object> settings = new HashMap<>(member.consumerSettings());
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
    // Each assignment seeks explicitly; this applies if that offset no longer exists.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return open(settings);
  }

  /** For topics that every process reads in full. */
  public KafkaConsumer<String, byte[]> openReader() {
    return open(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"));
  }

  private KafkaConsumer<String, byte[]> open(Map<String, Object> settings) {
    return kafka.openConsumer(settings);
  }

  Delivery openDelivery() {
    return Delivery.exactlyOnce(
        kafka,
        kafka.producerProperties(
            Map.of(
                ProducerConfig.LINGER_MS_CONFIG,
                0,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Topics.MODELS.maxMessageBytes(),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                Delivery.STEP_MILLIS)),
        member.transactionalId());
  }
}
