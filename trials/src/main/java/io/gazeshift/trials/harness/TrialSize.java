package io.gazeshift.trials.harness;

import java.time.Duration;

/**
 * How much of each fault a run injects. Faults that take long are injected a fraction of the rounds
 * often, at least once; each row says how often it was.
 *
 * @param rounds how often a fault is injected
 * @param records how many damaged records are sent to each topic
 * @param fuzz how long inputs for the decoders are searched
 * @param soak how long the soak lasts
 */
public record TrialSize(int rounds, int records, Duration fuzz, Duration soak) {

  /** Takes hours. */
  public static final TrialSize FULL =
      new TrialSize(50, 100_000, Duration.ofSeconds(300), Duration.ofMinutes(60));

  /** Every fault once or a few times: 40 minutes on an idle machine with two cores. */
  public static final TrialSize SHORT =
      new TrialSize(8, 5_000, Duration.ofSeconds(60), Duration.ofMinutes(4));
}
