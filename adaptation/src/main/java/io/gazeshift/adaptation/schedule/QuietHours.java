package io.gazeshift.adaptation.schedule;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * A time of day at which nothing is adapted unasked; it may pass midnight. From and to equal: never
 * quiet.
 */
public record QuietHours(LocalTime from, LocalTime to, ZoneId zone) {

  public static final QuietHours NONE =
      new QuietHours(LocalTime.MIDNIGHT, LocalTime.MIDNIGHT, ZoneId.of("UTC"));

  boolean contains(Instant instant) {
    LocalTime time = instant.atZone(zone).toLocalTime();
    boolean begun = !time.isBefore(from);
    boolean notOver = time.isBefore(to);
    return from.isAfter(to) ? begun || notOver : begun && notOver;
  }
}
