/** The gate's verdicts as records of the wire. The checks themselves are in {@code glsge}. */
package io.gazeshift.adaptation.events;
