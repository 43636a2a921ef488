/**
 * The test bench of the trials: real processes on the loopback interface, cameras that record what
 * was acknowledged, a ledger that compares it with the predictions, and the table of results.
 */
package io.gazeshift.trials.harness;
