package io.gazeshift.broker;

import io.gazeshift.common.BackOff;
import io.gazeshift.common.kafka.NoAnswerException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A role's wait for its broker: the pauses between tries, and what the log says meanwhile. */
final class BrokerWait {

  private static final Logger log = LoggerFactory.getLogger(BrokerWait.class);

  /** A wait that is longer than this is told again, with each try. */
  private static final Duration LONG = Duration.ofSeconds(10);

  private final String bootstrap;
  private final LongSupplier nanoTime;
  private final long beganNanos;
  private final BackOff backOff = new BackOff(Duration.ofMillis(500), Duration.ofSeconds(10));
  private boolean told;

  BrokerWait(String bootstrap, LongSupplier nanoTime) {
    this.bootstrap = bootstrap;
    this.nanoTime = nanoTime;
    this.beganNanos = nanoTime.getAsLong();
  }

  /** The pause before the next try. */
  Duration next(NoAnswerException failure) {
    Duration pause = backOff.next();
    if (!told) {
      log.info("waiting for a broker at {}: {}", bootstrap, failure.reasons());
    } else if (waited().compareTo(LONG) >= 0) {
      log.warn(
          "still no broker at {} after {} s: {}; trying again in {} s",
          bootstrap,
          waited().toSeconds(),
          failure.reasons(),
          Math.max(1, pause.toSeconds()));
    }
    told = true;
    return pause;
  }

  /** It answers. */
  void over() {
    if (told) {
      log.info("{} answers after {} s", bootstrap, waited().toSeconds());
    }
  }

  private Duration waited() {
    return Duration.ofNanos(nanoTime.getAsLong() - beganNanos);
  }
}
