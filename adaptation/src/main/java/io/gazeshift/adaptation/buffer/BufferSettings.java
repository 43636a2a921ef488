package io.gazeshift.adaptation.buffer;

import java.time.Duration;

/**
 * How much of a domain is kept, and how varied.
 *
 * @param capacity frames kept at most
 * @param burstFrames frames taken one after another
 * @param gap a longer time between two frames breaks a burst off
 * @param pause between two bursts of one track
 * @param cellDegrees predictions nearer than about this count as the same direction
 * @param maxAge frames older than this are dropped
 */
public record BufferSettings(
    int capacity,
    int burstFrames,
    Duration gap,
    Duration pause,
    double cellDegrees,
    Duration maxAge) {

  public static final BufferSettings DEFAULT =
      new BufferSettings(
          2000, 4, Duration.ofMillis(500), Duration.ofSeconds(1), 5, Duration.ofHours(24));

  public BufferSettings {
    if (burstFrames < 1 || capacity < burstFrames || !(cellDegrees > 0)) {
      throw new IllegalArgumentException(
          "a buffer of %d frames in bursts of %d and cells of %s degrees cannot be"
              .formatted(capacity, burstFrames, cellDegrees));
    }
  }

  int capacityBursts() {
    return capacity / burstFrames;
  }
}
