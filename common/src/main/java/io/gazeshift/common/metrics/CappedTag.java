package io.gazeshift.common.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the number of values of a tag: the first ones are kept, later ones share one value. Names
 * from records go through this before they become tags. Thread-safe.
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
