/**
 * The typed sections of Gazeshift's configuration, each with its settings declared beside it;
 * {@link io.gazeshift.daemon.config.GazeshiftConfig} holds them all.
 */
package io.gazeshift.daemon.config;
