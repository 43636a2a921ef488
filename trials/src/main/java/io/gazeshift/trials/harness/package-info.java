/**
 * What every trial stands on: a site of real processes on the loopback, cameras that know what was
 * acknowledged, a ledger that compares it with what was predicted, and the table of results.
 */
package io.gazeshift.trials.harness;
