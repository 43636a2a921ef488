/**
 * How fast inference is, how soon a new head predicts, and whether a swap loses a face. Speed is
 * printed as a ratio within one run.
 */
package io.gazeshift.benchmarks.inference;
