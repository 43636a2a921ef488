/**
 * The work of the offline commands: banks from images, heads trained and adapted on files, errors
 * measured. Knows no Kafka and prints nothing.
 */
package io.gazeshift.adaptation.method;
