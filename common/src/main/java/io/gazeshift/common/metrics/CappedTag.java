package io.gazeshift.common.metrics;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the number of values of a tag: the first ones are kept, later ones share one value. Names
 * from records go through this before they become tags. Configured names are always kept: invented
 * ones in records must not use up their place. Thread-safe.
 */
public final class CappedTag {

  /** What those that come too late are called. */
  public static final String OTHER = "other";

  /** Cameras or domains that one process tells apart. */
  public static final int USUAL = 100;

  private final int limit;
  private final Set<String> configured = ConcurrentHashMap.newKeySet();
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  public CappedTag(int limit) {
    this.limit = limit;
  }

  /** Keeps these whatever else comes, and does not count them. */
  public void keep(Collection<String> values) {
    configured.addAll(values);
  }

  /** The value itself, or {@link #OTHER}. */
  public String of(String value) {
    if (configured.contains(value) || known.contains(value)) {
      return value;
    }
    synchronized (known) {
      return known.contains(value) || (known.size() < limit && known.add(value)) ? value : OTHER;
    }
  }
}
