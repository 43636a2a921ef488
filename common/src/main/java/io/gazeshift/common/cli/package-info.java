/**
 * Command line manners shared by every program of ours: flags, errors for people, exit codes,
 * progress on a terminal.
 */
package io.gazeshift.common.cli;
