package io.gazeshift.daemon.infer;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The Kafka clients of inference. Consumer and producer carry the name of this instance: a process
 * that comes back after a crash takes its old place in the group and ends its old transaction at
 * once, where a stranger would have to wait for both to time out.
 */
record InferenceClients(KafkaAccess kafka, InferConfig config) {

  private static final int SESSION_TIMEOUT_MILLIS = 10_000;
  private static final int DESCRIBE_TIMEOUT_MILLIS = 5_000;

  KafkaConsumer<String, byte[]> openConsumer() {
    return new KafkaConsumer<>(
        kafka.consumerProperties(consumerSettings()),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  Delivery openDelivery() {
    Map<String, Object> producer = kafka.producerProperties(producerSettings());
    return switch (config.delivery()) {
      case EXACTLY_ONCE -> Delivery.exactlyOnce(producer, config.group() + "-" + config.instance());
      case AT_LEAST_ONCE -> Delivery.atLeastOnce(producer);
    };
  }

  /** Complains if the group knows this instance as another member than this one. */
  void refuseIfTaken(String memberId) {
    try (Admin admin = Admin.create(kafka.adminProperties())) {
      boolean taken =
          admin
              .describeConsumerGroups(List.of(config.group()))
              .describedGroups()
              .get(config.group())
              .get(DESCRIBE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
              .members()
              .stream()
              .filter(
                  member -> member.groupInstanceId().filter(config.instance()::equals).isPresent())
              .anyMatch(member -> !member.consumerId().equals(memberId));
      if (taken) {
        throw taken();
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException("the group cannot be described", e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  UserError taken() {
    return new UserError(
        ("infer.instance: another process has taken over '%s' in the group %s, so this one stops;"
                + " to run both, give each a name of its own with --set infer.instance=NAME")
            .formatted(config.instance(), config.group()));
  }

  private Map<String, Object> consumerSettings() {
    return Map.of(
        ConsumerConfig.GROUP_ID_CONFIG,
        config.group(),
        ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
        config.instance(),
        // A face that was published before the first start is a face all the same.
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        "earliest",
        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
        config.maxBatch(),
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName(),
        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
        SESSION_TIMEOUT_MILLIS);
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
        // How long a step of a transaction waits for a broker that is away before it is redone.
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        20_000);
  }
}
