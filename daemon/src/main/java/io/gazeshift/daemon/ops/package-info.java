/**
 * Metrics and health over HTTP, for operators. A page or an action is another {@link
 * io.gazeshift.common.http.Route}.
 */
package io.gazeshift.daemon.ops;
