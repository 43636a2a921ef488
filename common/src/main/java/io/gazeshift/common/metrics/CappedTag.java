package io.gazeshift.common.metrics;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Limits the number of values of a tag: when all places are taken, a new value takes the place of
 * the one that was not seen for longest, if that is long enough ago, and else shares one value with
 * others. Names from records go through this before they become tags. Configured names are always
 * kept: invented ones in records must not use up their place. Thread-safe.
 */
public final class CappedTag {

  /** What those without a place are called. */
  public static final String OTHER = "other";

  /** Cameras or domains that one process tells apart, besides the configured ones. */
  public static final int USUAL = 100;

  /** A name that was seen since then keeps its place. */
  static final Duration SILENCE = Duration.ofHours(1);

  private final int limit;
  private final LongSupplier nanoTime;
  private final Consumer<String> entered;
  private final Consumer<String> dropped;
  private final Set<String> configured = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> seenNanos = new ConcurrentHashMap<>();

  /**
   * @param entered is told of each name that took a place
   * @param dropped is told of each name that loses its place, before another takes it
   */
  CappedTag(int limit, LongSupplier nanoTime, Consumer<String> entered, Consumer<String> dropped) {
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.entered = entered;
    this.dropped = dropped;
  }

  /** Keeps these whatever else comes, and does not count them. */
  void keep(Collection<String> values) {
    configured.addAll(values);
  }

  /** The value itself, or {@link #OTHER}; it was seen now. */
  String of(String value) {
    if (configured.contains(value)) {
      return value;
    }
    long nowNanos = nanoTime.getAsLong();
    return seenNanos.replace(value, nowNanos) != null || enters(value, nowNanos) ? value : OTHER;
  }

  private synchronized boolean enters(String value, long nowNanos) {
    if (value.equals(OTHER)) {
      return false;
    }
    if (!seenNanos.containsKey(value) && seenNanos.size() >= limit && !dropsOne(nowNanos)) {
      return false;
    }
    if (seenNanos.put(value, nowNanos) == null) {
      entered.accept(value);
    }
    return true;
  }

  private boolean dropsOne(long nowNanos) {
    Optional<String> silent =
        seenNanos.entrySet().stream()
            .max(Comparator.comparingLong(name -> nowNanos - name.getValue()))
            .filter(name -> nowNanos - name.getValue() >= SILENCE.toNanos())
            // It may have been seen just now.
            .filter(name -> seenNanos.remove(name.getKey(), name.getValue()))
            .map(Map.Entry::getKey);
    silent.ifPresent(dropped);
    return silent.isPresent();
  }
}
