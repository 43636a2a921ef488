package io.gazeshift.outputs.recording;

import org.jspecify.annotations.Nullable;

/**
 * One record of a topic. Its bytes must not be changed.
 *
 * @param timestampMillis when it was published
 * @param value null: the key was deleted
 */
@SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
public record RecordedEntry(
    int partition, long offset, long timestampMillis, String key, byte @Nullable [] value) {}
