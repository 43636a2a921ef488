package io.gazeshift.common;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Converts times to the microseconds since 1970 that records use. */
public final class Micros {

  private Micros() {}

  public static long of(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
