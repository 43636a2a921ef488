/**
 * What a domain has shown lately, kept small and varied: bursts of frames that passed admission,
 * ready to be adapted to. Knows no Kafka.
 */
@NullMarked
package io.gazeshift.adaptation.buffer;

import org.jspecify.annotations.NullMarked;
