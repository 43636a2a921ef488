package io.gazeshift.outputs.mirror;

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
 * Opens the Kafka clients of the mirror.
 *
 * @param member its place in the group
 */
record MirrorClients(KafkaAccess kafka, GroupMember member) {

  Consumer<String, byte[]> openConsumer() {
    Map<String, Object> settings = new HashMap<>(member.consumerSettings());
    // The predictions that are kept are mirrored, also those before the first start.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return kafka.openConsumer(settings);
  }

  Delivery openDelivery() {
    return Delivery.exactlyOnce(
        kafka,
        kafka.producerProperties(
            Map.of(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                Topics.PREDICTIONS_JSON.maxMessageBytes(),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                Delivery.STEP_MILLIS)),
        member.transactionalId());
  }
}
