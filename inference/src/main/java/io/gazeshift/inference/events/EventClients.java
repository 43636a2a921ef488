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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * The Kafka clients of events.
 *
 * @param instance this member's name in the group, the same after a restart
 */
record EventClients(KafkaAccess kafka, String group, String instance) {

  /** Events wait for a call about speeds, and can do without its answer. */
  private static final int SPEEDS_MILLIS = 3_000;

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

  /** Reads the speeds of vehicles; belongs to no group. */
  Consumer<String, byte[]> openSpeedConsumer() {
    return kafka.openConsumer(
        Map.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            SPEEDS_MILLIS));
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
        transactionalId());
  }

  /**
   * Of no other member of any group: names have no '@', and inference joins its own group and name
   * by '-'.
   */
  String transactionalId() {
    return group + "@" + instance;
  }

  /**
   * Complains if a failure means that another process runs under the same name. What fails while
   * partitions are given away comes wrapped, and to begin anew would only take the name back.
   *
   * @param memberId as the group knows this process
   */
  void rejectIfTaken(KafkaException failure, String memberId) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedInstanceIdException) {
        throw member().taken();
      }
      if (cause instanceof ProducerFencedException) {
        // Perhaps no other process: the broker aborts a transaction of one that is suspended.
        member().rejectIfTaken(memberId);
        return;
      }
    }
  }

  /** Its place in the group. */
  GroupMember member() {
    return new GroupMember(kafka, "infer", group, instance);
  }
}
