/**
 * Command-line conventions shared by every program: options, error messages, exit codes, progress
 * on a terminal.
 */
package io.gazeshift.common.cli;
