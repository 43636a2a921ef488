/**
 * The commands that work on files: models, banks, training, adaptation and evaluation. None of them
 * needs Kafka.
 */
package io.gazeshift.daemon.cli.offline;
