/**
 * The methods of adaptation, GLSGE as published and the safe one, and the account of what a method
 * did. Knows no Kafka and prints nothing.
 */
@NullMarked
package io.gazeshift.adaptation.method;

import org.jspecify.annotations.NullMarked;
