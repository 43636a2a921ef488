/** Targets in the configuration, as part of the section {@code domains}. */
@NullMarked
package io.gazeshift.targets.config;

import org.jspecify.annotations.NullMarked;
