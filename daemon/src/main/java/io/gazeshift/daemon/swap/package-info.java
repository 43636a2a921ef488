/**
 * Heads on their way from the topic {@code gaze.models} into inference: read from the beginning,
 * verified, and swapped in between two batches; and the way into that topic.
 */
package io.gazeshift.daemon.swap;
