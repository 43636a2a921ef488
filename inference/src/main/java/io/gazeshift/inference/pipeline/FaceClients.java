package io.gazeshift.inference.pipeline;

import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.kafka.GroupMember;
import org.apache.kafka.clients.consumer.Consumer;

/** Opens the Kafka clients of an {@link InferenceLoop}. */
interface FaceClients {

  Consumer<String, byte[]> openConsumer();

  Delivery openDelivery();

  /** Its place in the group. */
  GroupMember member();
}
