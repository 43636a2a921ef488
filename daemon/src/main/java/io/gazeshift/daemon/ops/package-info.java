/**
 * What a process tells whoever operates it: metrics and health over HTTP. A page or an action is
 * one more {@link io.gazeshift.daemon.ops.Route}.
 */
package io.gazeshift.daemon.ops;
