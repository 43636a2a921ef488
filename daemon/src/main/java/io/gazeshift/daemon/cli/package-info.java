/** The commands: each reads its options, puts the parts together, and says what it did. */
package io.gazeshift.daemon.cli;
