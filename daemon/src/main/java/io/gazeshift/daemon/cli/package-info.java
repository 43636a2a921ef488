/** The commands: each reads its options, runs the parts, and prints the result. */
package io.gazeshift.daemon.cli;
