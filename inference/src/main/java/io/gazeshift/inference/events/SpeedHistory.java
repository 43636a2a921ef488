package io.gazeshift.inference.events;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * How fast vehicles went in the last minutes, by the time of measurement. For one thread.
 *
 * <p>It reaches as far back as faces wait for inference in Kafka, so late predictions find the
 * speed of their capture, too.
 */
final class SpeedHistory {

  /** A logger that stopped says nothing of a vehicle that goes on. */
  static final Duration STALE_AFTER = Duration.ofSeconds(5);

  static final Duration KEPT = Duration.ofMinutes(11);

  /** No vehicle changes its speed faster than that matters; a bus may report it more often. */
  private static final long SPACING_MICROS = 100_000;

  private final Map<String, NavigableMap<Long, Double>> byDomain = new HashMap<>();

  /**
   * @param domains whose speeds are of use
   */
  SpeedHistory(Set<String> domains) {
    domains.forEach(domain -> byDomain.put(domain, new TreeMap<>()));
  }

  /** Those of other domains are not kept. */
  void add(String domain, long measuredMicros, double kmh) {
    NavigableMap<Long, Double> known = byDomain.get(domain);
    if (known == null) {
      return;
    }
    Long before = known.floorKey(measuredMicros);
    if (before == null || measuredMicros - before >= SPACING_MICROS) {
      known.put(measuredMicros, kmh);
      known.headMap(known.lastKey() - micros(KEPT)).clear();
    }
  }

  /** The last speed that was measured until then; empty if that is too long ago. */
  OptionalDouble kmh(String domain, long captureMicros) {
    NavigableMap<Long, Double> known = byDomain.get(domain);
    Map.Entry<Long, Double> last = known == null ? null : known.floorEntry(captureMicros);
    return last == null || captureMicros - last.getKey() > micros(STALE_AFTER)
        ? OptionalDouble.empty()
        : OptionalDouble.of(last.getValue());
  }

  void clear() {
    byDomain.values().forEach(Map::clear);
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }
}
