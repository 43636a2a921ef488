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
    }
  }

  /**
   * Forgets what predictions have no more use for that come now, not what is old beside the newest
   * speed: where predictions wait in Kafka, speeds may be far ahead of them.
   *
   * @param gotMillis when the broker got the predictions
   */
  void keepBefore(long gotMillis) {
    long fromMicros = gotMillis * 1000 - micros(KEPT);
    byDomain.values().forEach(known -> known.headMap(fromMicros).clear());
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
