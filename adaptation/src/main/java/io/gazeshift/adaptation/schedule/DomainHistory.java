package io.gazeshift.adaptation.schedule;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of a domain's last adaptations.
 *
 * @param lastRun when the last one ended, accepted or not
 * @param adaptedTo the samples of the last run that was not a failure: what is no news
 * @param failures how many failed, one after another, since the last that did not
 * @param setbacks what else came to nothing
 */
public record DomainHistory(
    Optional<Instant> lastRun,
    Optional<TargetSnapshot> adaptedTo,
    int failures,
    Setbacks setbacks) {

  public static final DomainHistory NONE =
      new DomainHistory(Optional.empty(), Optional.empty(), 0, Setbacks.NONE);

  /** After a run that did not fail, whatever came of it. */
  public DomainHistory judged(Instant when, TargetSnapshot samples, Setbacks after) {
    return new DomainHistory(Optional.of(when), Optional.of(samples), 0, after);
  }

  /** After a head of the domain was taken back. */
  public DomainHistory takenBack(Instant when) {
    return new DomainHistory(Optional.of(when), adaptedTo, failures, setbacks.takenBack());
  }

  /** The same once it is known, or known not to be kept, what the last run saw. */
  public DomainHistory withAdaptedTo(Optional<TargetSnapshot> samples) {
    return new DomainHistory(lastRun, samples, failures, setbacks);
  }

  /**
   * The same for a clock that may have been set back: a run in the future counts as just now, or
   * the domain would wait for the clock to catch up.
   */
  public DomainHistory notAfter(Instant now) {
    return lastRun.filter(run -> run.isAfter(now)).isEmpty()
        ? this
        : new DomainHistory(Optional.of(now), adaptedTo, failures, setbacks);
  }

  /** The same by a clock that was set by so much: the last run is as long ago as before. */
  public DomainHistory movedBy(Duration clock) {
    return new DomainHistory(lastRun.map(run -> run.plus(clock)), adaptedTo, failures, setbacks);
  }

  /** After a run that broke off. */
  public DomainHistory failed(Instant when) {
    return new DomainHistory(Optional.of(when), adaptedTo, failures + 1, setbacks);
  }
}
