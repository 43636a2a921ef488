/**
 * The one HTTP server of the program: where it listens, for whom, and with which limits. Pages,
 * metrics, health, glances and preview register a {@link io.gazeshift.common.http.Route}; Jetty is
 * known here alone.
 */
@NullMarked
package io.gazeshift.common.http;

import org.jspecify.annotations.NullMarked;
