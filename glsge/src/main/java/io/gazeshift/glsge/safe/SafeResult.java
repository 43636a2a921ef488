package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.head.Head;

/**
 * What a safe adaptation ended with.
 *
 * @param head the adapted head, or the very one it was given
 */
public record SafeResult(Head head, Verdict verdict) {}
