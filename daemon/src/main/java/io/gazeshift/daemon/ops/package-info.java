/**
 * What a process tells whoever operates it: metrics and health over HTTP. A page or an action is
 * one more {@link io.gazeshift.daemon.ops.Route}; a Prometheus to keep the metrics can be started
 * beside it.
 */
package io.gazeshift.daemon.ops;
