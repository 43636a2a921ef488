/**
 * From patches to records on {@code gaze.faces}: JPEG, record, bounded queue, producer. When Kafka
 * falls behind, the oldest faces are dropped first.
 */
package io.gazeshift.ingest.publish;
