/**
 * Command-line conventions shared by every program: options, error messages, exit codes, progress
 * on a terminal.
 */
@NullMarked
package io.gazeshift.common.cli;

import org.jspecify.annotations.NullMarked;
