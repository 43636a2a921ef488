package io.gazeshift.inference.heads;

import io.gazeshift.glsge.head.Head;

/** A head and the version that predictions made by it carry; 0 is the source head's. */
public record VersionedHead(Head head, long version) {

  public static final long SOURCE_VERSION = 0;

  /**
   * The highest version there may be. Far below where a long overflows, so the next version can
   * always be counted; and up to here every number is exact in JSON, on the page and in a metric.
   */
  public static final long LAST_VERSION = (1L << 53) - 1;

  /** Whether a published head may have this version; a record can state any unsigned number. */
  public static boolean isPossible(long version) {
    return version > SOURCE_VERSION && version <= LAST_VERSION;
  }
}
