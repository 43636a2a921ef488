package io.gazeshift.broker;

import java.time.Duration;

/** How often a broker is restarted after a crash: {@code attempts} times in any {@code window}. */
record RestartPolicy(int attempts, Duration window, Duration firstWait, Duration longestWait) {

  static final RestartPolicy DEFAULT =
      new RestartPolicy(6, Duration.ofMinutes(10), Duration.ofMillis(250), Duration.ofSeconds(8));
}
