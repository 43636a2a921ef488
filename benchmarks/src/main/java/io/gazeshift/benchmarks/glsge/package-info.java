/**
 * Measures every method of adaptation on the scenarios, between doing nothing and training with the
 * target's labels.
 */
package io.gazeshift.benchmarks.glsge;
