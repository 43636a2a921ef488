/**
 * One run of one domain: from a snapshot of its buffer to the head that a method makes of it, on a
 * thread of its own. Knows no Kafka.
 */
@NullMarked
package io.gazeshift.adaptation.run;

import org.jspecify.annotations.NullMarked;
