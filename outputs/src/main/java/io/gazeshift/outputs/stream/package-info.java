/** The feed as server-sent events. */
@NullMarked
package io.gazeshift.outputs.stream;

import org.jspecify.annotations.NullMarked;
