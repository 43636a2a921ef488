/** Predictions as JSON in a topic of their own. */
@NullMarked
package io.gazeshift.outputs.mirror;

import org.jspecify.annotations.NullMarked;
