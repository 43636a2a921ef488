/**
 * Trials: the program as it is shipped, broken on purpose. Each class is a fault; {@link
 * io.gazeshift.trials.Trials} inflicts them and writes the table.
 */
package io.gazeshift.trials;
