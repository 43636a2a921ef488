/**
 * Heads on their way from the topic {@code gaze.models} into inference: read from the beginning,
 * verified, and swapped in between two batches.
 */
@NullMarked
package io.gazeshift.inference.swap;

import org.jspecify.annotations.NullMarked;
