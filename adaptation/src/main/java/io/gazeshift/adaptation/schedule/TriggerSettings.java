package io.gazeshift.adaptation.schedule;

import java.time.Duration;

/**
 * When adaptation runs.
 *
 * @param interval between two runs of a domain where nothing has changed
 * @param minSamples frames in the buffer before an automatic run
 * @param fewestSamples frames in the buffer before a requested run
 * @param driftInterval between two checks for drift
 * @param driftSignificance how unlikely a difference must be by chance to count as drift
 * @param maxBackOff between two tries of a domain that keeps failing
 */
public record TriggerSettings(
    Duration interval,
    int minSamples,
    int fewestSamples,
    Duration driftInterval,
    double driftSignificance,
    QuietHours quietHours,
    Duration maxBackOff) {

  public static final TriggerSettings DEFAULT =
      new TriggerSettings(
          Duration.ofHours(6),
          1000,
          100,
          Duration.ofMinutes(5),
          0.01,
          QuietHours.NONE,
          Duration.ofDays(1));

  public TriggerSettings {
    if (fewestSamples < 1 || minSamples < fewestSamples) {
      throw new IllegalArgumentException(
          "at least %d samples of its own accord and %d when asked cannot be"
              .formatted(minSamples, fewestSamples));
    }
  }
}
