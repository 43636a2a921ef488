package io.gazeshift.inference.events;

import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.kafka.GroupMember;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The Kafka clients of events.
 *
 * @param instance this member's name in the group, the same after a restart
 */
record EventClients(KafkaAccess kafka, String group, String instance) {

  Consumer<String, byte[]> openConsumer() {
    Map<String, Object> settings = new HashMap<>(member().consumerSettings());
    // The predictions that are kept have events, also those before the first start.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return kafka.openConsumer(settings);
  }

  /** Reads stored states; belongs to no group. */
  Consumer<String, byte[]> openStateConsumer() {
    return kafka.openConsumer(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"));
  }

  Delivery openDelivery() {
    return Delivery.exactlyOnce(
        kafka,
        kafka.producerProperties(
            Map.of(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Topics.EVENTS_STATE.maxMessageBytes(),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                Delivery.STEP_MILLIS)),
        member().transactionalId());
  }

  /** Its place in the group. */
  GroupMember member() {
    return new GroupMember(kafka, "infer", group, instance);
  }
}
