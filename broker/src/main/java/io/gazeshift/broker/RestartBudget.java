package io.gazeshift.broker;

import io.gazeshift.common.BackOff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Counts restarts against a {@link RestartPolicy}. Not thread-safe. */
final class RestartBudget {

  private final RestartPolicy policy;
  private final InstantSource clock;
  private final BackOff backOff;
  private final Deque<Instant> recent = new ArrayDeque<>();

  RestartBudget(RestartPolicy policy, InstantSource clock) {
    this.policy = policy;
    this.clock = clock;
    this.backOff = new BackOff(policy.firstWait(), policy.longestWait());
  }

  /** Takes one restart: how long to wait before it, or nothing where they are used up. */
  Optional<Duration> take() {
    Instant now = clock.instant();
    while (!recent.isEmpty() && recent.peekFirst().isBefore(now.minus(policy.window()))) {
      recent.removeFirst();
    }
    if (recent.isEmpty()) {
      backOff.reset();
    }
    if (recent.size() >= policy.attempts()) {
      return Optional.empty();
    }
    recent.addLast(now);
    return Optional.of(backOff.next());
  }
}
