/** When a domain is adapted: enough samples, and a reason. Knows no Kafka and starts nothing. */
package io.gazeshift.adaptation.schedule;
