package io.gazeshift.common.kafka;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Logs rejected records without flooding the log: the first of each reason at once, then at most
 * one line per minute with the count. For one thread.
 */
public final class RejectionLog {

  private static final Duration QUIET = Duration.ofMinutes(1);

  private static final class Tally {
    private Instant lastTold = Instant.MIN;
    private long untold;
  }

  private final InstantSource clock;
  private final String fate;
  private final Consumer<String> log;
  private final Map<String, Tally> byReason = new HashMap<>();

  /** The fate is what becomes of a rejected record, for people. */
  public RejectionLog(InstantSource clock, String fate, Consumer<String> log) {
    this.clock = clock;
    this.fate = fate;
    this.log = log;
  }

  public void rejected(String reason, String explanation) {
    Tally tally = byReason.computeIfAbsent(reason, r -> new Tally());
    tally.untold++;
    Instant now = clock.instant();
    if (tally.lastTold.equals(Instant.MIN) || !tally.lastTold.plus(QUIET).isAfter(now)) {
      log.accept(
          "%d record(s) rejected (%s), %s; the last one: %s"
              .formatted(tally.untold, reason, fate, explanation));
      tally.lastTold = now;
      tally.untold = 0;
    }
  }
}
