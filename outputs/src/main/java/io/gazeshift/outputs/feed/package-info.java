/** What Gazeshift publishes, as JSON messages, for as many readers as there are. */
@NullMarked
package io.gazeshift.outputs.feed;

import org.jspecify.annotations.NullMarked;
