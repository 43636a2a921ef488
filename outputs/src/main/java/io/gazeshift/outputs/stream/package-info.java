/** The feed as server-sent events, and over web sockets. */
@NullMarked
package io.gazeshift.outputs.stream;

import org.jspecify.annotations.NullMarked;
