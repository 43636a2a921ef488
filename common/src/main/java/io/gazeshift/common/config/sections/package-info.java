/**
 * The typed sections of Gazeshift's configuration, each with its settings declared beside it;
 * {@link io.gazeshift.common.config.sections.GazeshiftConfig} holds them all.
 */
package io.gazeshift.common.config.sections;
