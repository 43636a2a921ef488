/**
 * Metrics and health over HTTP, for operators. A page or an action is another {@link
 * io.gazeshift.daemon.ops.Route}; the demo can start a Prometheus for the metrics.
 */
package io.gazeshift.daemon.ops;
