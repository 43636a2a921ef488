/**
 * The commands about glances at known points, and about the lens of a camera. Collecting glances
 * needs a running inference.
 */
package io.gazeshift.daemon.cli.glances;
