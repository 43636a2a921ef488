/**
 * The embedded broker: one Apache Kafka node in a child process that this program starts, monitors
 * and stops. It is not used with an external Kafka cluster.
 */
package io.gazeshift.broker;
