/**
 * Configuration: every key is declared once as a {@link io.gazeshift.common.config.Setting}; {@link
 * io.gazeshift.common.config.ConfigLoader} merges defaults, one YAML file, {@code GAZESHIFT_}
 * variables and flags into an {@link io.gazeshift.common.config.EffectiveConfig} that knows where
 * each value came from.
 */
@NullMarked
package io.gazeshift.common.config;

import org.jspecify.annotations.NullMarked;
