/**
 * Access to Kafka: one {@link io.gazeshift.common.kafka.KafkaAccess} turns the address and the
 * user's client properties into the properties of every client.
 */
@NullMarked
package io.gazeshift.common.kafka;

import org.jspecify.annotations.NullMarked;
