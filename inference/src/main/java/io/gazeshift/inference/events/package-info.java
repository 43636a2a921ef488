/**
 * Events of faces from their predictions, exactly once. {@link
 * io.gazeshift.inference.events.PartitionEvents} knows no Kafka; {@link
 * io.gazeshift.inference.events.EventLoop} reads predictions and writes events, state and offset in
 * one transaction.
 */
@NullMarked
package io.gazeshift.inference.events;

import org.jspecify.annotations.NullMarked;
