/** When a domain is adapted: enough samples, and a reason. Knows no Kafka and starts nothing. */
@NullMarked
package io.gazeshift.adaptation.schedule;

import org.jspecify.annotations.NullMarked;
