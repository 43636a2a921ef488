/**
 * The inference benchmarks of {@code gazeshift bench}. Speed is printed as a ratio within one run.
 */
package io.gazeshift.benchmarks.inference;
