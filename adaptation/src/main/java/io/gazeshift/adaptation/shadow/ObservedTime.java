package io.gazeshift.adaptation.shadow;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How long faces were seen, by the clocks of their cameras. The time between two frames counts
 * unless it is long: then no one was in view, or a clock was set. Cameras observe the same time, so
 * the largest of their figures counts. Not thread-safe.
 */
final class ObservedTime {

  private final long gapMicros;
  private final Map<String, Long> lastMicros = new HashMap<>();
  private final Map<String, Long> seenMicros = new HashMap<>();
  private long mostMicros;

  /**
   * @param gap a longer time between two frames does not count
   */
  ObservedTime(Duration gap) {
    this.gapMicros = gap.toNanos() / 1000;
  }

  void saw(String camera, long captureMicros) {
    Long last = lastMicros.put(camera, captureMicros);
    if (last == null) {
      return;
    }
    long passed = captureMicros - last;
    if (passed > 0 && passed <= gapMicros) {
      mostMicros = Math.max(mostMicros, seenMicros.merge(camera, passed, Long::sum));
    }
  }

  Duration total() {
    return Duration.ofNanos(1000 * mostMicros);
  }

  /** Counts from 0 again; the clocks go on. */
  void restart() {
    seenMicros.clear();
    mostMicros = 0;
  }
}
