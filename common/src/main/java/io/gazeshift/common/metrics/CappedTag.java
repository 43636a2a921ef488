package io.gazeshift.common.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds how many values a tag has: the first ones are told apart, those that come later are one.
 * Names that come out of records go through this before a meter is made of them. Thread-safe.
 */
public final class CappedTag {

  /** What those that come too late are called. */
  public static final String OTHER = "other";

  /** Cameras or domains that one process tells apart. */
  public static final int USUAL = 100;

  private final int limit;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  public CappedTag(int limit) {
    this.limit = limit;
  }

  /** The value itself, or {@link #OTHER}. */
  public String of(String value) {
    if (known.contains(value)) {
      return value;
    }
    synchronized (known) {
      return known.contains(value) || (known.size() < limit && known.add(value)) ? value : OTHER;
    }
  }
}
