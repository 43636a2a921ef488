/**
 * Access to Kafka: one {@link io.gazeshift.common.kafka.KafkaAccess} turns the address and the
 * user's client properties into the properties of every client.
 */
package io.gazeshift.common.kafka;
