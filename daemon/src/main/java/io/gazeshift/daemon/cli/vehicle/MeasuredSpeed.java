package io.gazeshift.daemon.cli.vehicle;

import io.gazeshift.common.Micros;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A speed and when it was measured. */
record MeasuredSpeed(long micros, double kmh) {

  static final String FORM = "KMH, or SECONDS KMH with the Unix time of the measurement";

  /** Loggers of CAN put the time in parentheses. */
  private static final Pattern LINE =
      Pattern.compile(
          "(\\(?(?<seconds>\\d{1,11}(\\.\\d{1,9})?)\\)?\\s+)?(?<kmh>\\d{1,3}(\\.\\d{1,9})?)");

  /** One line of a logger; without a time it was measured now. */
  static Optional<MeasuredSpeed> parse(String line, Instant now) {
    Matcher match = LINE.matcher(line.strip());
    if (!match.matches()) {
      return Optional.empty();
    }
    String seconds = match.group("seconds");
    long micros =
        seconds == null ? Micros.of(now) : new BigDecimal(seconds).movePointRight(6).longValue();
    return Optional.of(new MeasuredSpeed(micros, Double.parseDouble(match.group("kmh"))));
  }
}
