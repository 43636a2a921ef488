/**
 * The broker that comes with the program: one Apache Kafka node in a child process, started,
 * watched and ended by us. A site with a Kafka cluster of its own does not use it.
 */
package io.gazeshift.broker;
