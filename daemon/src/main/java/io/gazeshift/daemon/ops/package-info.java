/**
 * What a process tells whoever operates it: metrics and health over HTTP. A page or an action is
 * one more {@link io.gazeshift.common.http.Route}.
 */
package io.gazeshift.daemon.ops;
