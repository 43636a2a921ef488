/**
 * What several groups of commands share: how versions are shown, and which options were given. What
 * any program could use is in {@code common.cli}.
 */
package io.gazeshift.daemon.cli.support;
