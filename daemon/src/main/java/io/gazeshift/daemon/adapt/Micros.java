package io.gazeshift.daemon.adapt;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as records have them. */
final class Micros {

  private Micros() {}

  static long of(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
