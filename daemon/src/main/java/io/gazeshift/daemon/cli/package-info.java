/**
 * The command line as a whole. Each command reads its options, puts the parts together, and says
 * what it did.
 */
package io.gazeshift.daemon.cli;
