/**
 * Command line manners shared by every program of ours: flags, errors for people, exit codes,
 * progress on a terminal.
 */
@NullMarked
package io.gazeshift.common.cli;

import org.jspecify.annotations.NullMarked;
