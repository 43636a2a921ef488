package io.gazeshift.adaptation.schedule;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.schedule.Decision.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Decides for each domain whether to adapt it now. Remembers when it last tested for drift, because
 * the test is expensive. Not thread-safe.
 */
public final class TriggerPolicy {

  private static final int MOST_DOUBLINGS = 16;

  private final TriggerSettings settings;
  private final DriftDetector drift;
  private final BiConsumer<String, FeatureDrift> looked;
  private final Map<String, Instant> lastDriftCheck = new HashMap<>();

  /**
   * @param looked is told what each look for drift has found, and of which domain
   */
  public TriggerPolicy(
      TriggerSettings settings, DriftDetector drift, BiConsumer<String, FeatureDrift> looked) {
    this.settings = settings;
    this.drift = drift;
    this.looked = looked;
  }

  /**
   * What to do with a domain now.
   *
   * @param asked whether a run was requested
   * @param samples frames in its buffer
   * @param snapshot the buffer's content, taken only if it is needed
   */
  public Decision decide(
      String domain,
      Instant now,
      boolean asked,
      int samples,
      DomainHistory history,
      Supplier<TargetSnapshot> snapshot) {
    int needed = asked ? settings.fewestSamples() : settings.minSamples();
    if (samples < needed) {
      return Decision.wait(Cause.TOO_FEW, "%d of %d samples".formatted(samples, needed));
    }
    if (asked) {
      return Decision.run(Cause.MANUAL, "asked for, with %d samples".formatted(samples));
    }
    if (settings.quietHours().contains(now)) {
      return Decision.wait(
          Cause.QUIET,
          "quiet from %s to %s"
              .formatted(settings.quietHours().from(), settings.quietHours().to()));
    }
    if (history.lastRun().isEmpty()) {
      return Decision.run(Cause.FIRST, "never adapted, %d samples".formatted(samples));
    }
    // Below 0 where the clock was set back, see DomainHistory.notAfter.
    Duration since = Duration.between(history.lastRun().get(), now);
    Duration wait = backOff(history.failures());
    if (history.failures() > 0 && since.compareTo(wait) < 0) {
      return Decision.wait(
          Cause.BACKED_OFF,
          "%d runs failed; next try %s after the last".formatted(history.failures(), text(wait)));
    }
    if (history.failures() > 0) {
      return Decision.run(
          history.adaptedTo().isEmpty() ? Cause.FIRST : Cause.INTERVAL,
          "tried again, %s after the last of %d runs that failed"
              .formatted(text(since), history.failures()));
    }
    int setbacks = history.setbacks().beyondWhatIsBorne();
    if (setbacks > 0 && since.compareTo(backOff(setbacks)) < 0) {
      return Decision.wait(
          Cause.BACKED_OFF,
          "%d heads rejected or rolled back; next run %s after the last at the soonest"
              .formatted(history.setbacks().count(), text(backOff(setbacks))));
    }
    if (since.compareTo(settings.interval()) >= 0) {
      return Decision.run(Cause.INTERVAL, "%s since the last run".formatted(text(since)));
    }
    return drifted(domain, now, history, snapshot)
        .map(what -> Decision.run(Cause.DRIFT, what))
        .orElseGet(
            () -> Decision.wait(Cause.NOT_DUE, "%s since the last run".formatted(text(since))));
  }

  private Optional<String> drifted(
      String domain, Instant now, DomainHistory history, Supplier<TargetSnapshot> snapshot) {
    Instant last = lastDriftCheck.get(domain);
    boolean due =
        last == null
            || now.isBefore(last)
            || Duration.between(last, now).compareTo(settings.driftInterval()) >= 0;
    if (!due || !drift.isLookedFor()) {
      return Optional.empty();
    }
    lastDriftCheck.put(domain, now);
    if (history.adaptedTo().isEmpty()) {
      // Adapt, rather than assume until the end of the interval that nothing has changed.
      return Optional.of(
          "what the last run saw is not kept any more, so nothing tells whether it has changed");
    }
    Optional<FeatureDrift> found = drift.compare(history.adaptedTo().get(), snapshot.get());
    found.ifPresent(what -> looked.accept(domain, what));
    return found.flatMap(FeatureDrift::changed);
  }

  /**
   * The first failure waits for one interval between looks for drift, each further twice as long;
   * so does a setback.
   */
  private Duration backOff(int failures) {
    Duration wait =
        settings
            .driftInterval()
            .multipliedBy(1L << Math.min(MOST_DOUBLINGS, Math.max(0, failures - 1)));
    return wait.compareTo(settings.maxBackOff()) < 0 ? wait : settings.maxBackOff();
  }

  /** Rounded, for people. */
  private static String text(Duration duration) {
    if (duration.compareTo(Duration.ofMinutes(2)) < 0) {
      return duration.toSeconds() + " s";
    }
    return duration.compareTo(Duration.ofHours(2)) < 0
        ? duration.toMinutes() + " min"
        : duration.toHours() + " h";
  }

  /** Forgets all other domains. */
  public void keepOnly(Set<String> domains) {
    lastDriftCheck.keySet().retainAll(domains);
  }

  /** Forgets a domain that now belongs to another process. */
  public void forget(String domain) {
    lastDriftCheck.remove(domain);
  }
}
