/**
 * The methods of adaptation, GLSGE as published and the safe one, and the account of what a method
 * did. Knows no Kafka and prints nothing.
 */
package io.gazeshift.adaptation.method;
