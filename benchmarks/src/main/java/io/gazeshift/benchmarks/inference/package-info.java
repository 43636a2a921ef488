/** What {@code gazeshift bench} measures. Speed is printed as a ratio within one run. */
package io.gazeshift.benchmarks.inference;
