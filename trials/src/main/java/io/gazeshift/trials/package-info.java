/**
 * Trials: fault injection into the program as shipped. Each class is a fault; {@link
 * io.gazeshift.trials.Trials} injects them and writes the table of results.
 */
package io.gazeshift.trials;
