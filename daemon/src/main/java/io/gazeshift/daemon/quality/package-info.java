/** Reads what a report on data quality is made from: from Kafka, or from a recording. */
package io.gazeshift.daemon.quality;
