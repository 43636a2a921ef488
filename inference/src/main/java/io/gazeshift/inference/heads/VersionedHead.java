package io.gazeshift.inference.heads;

import io.gazeshift.glsge.head.Head;

/** A head and the version that predictions made by it carry; 0 is the source head's. */
public record VersionedHead(Head head, long version) {

  public static final long SOURCE_VERSION = 0;
}
