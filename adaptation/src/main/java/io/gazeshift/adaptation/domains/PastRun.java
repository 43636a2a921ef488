package io.gazeshift.adaptation.domains;

import io.gazeshift.adaptation.schedule.DomainHistory;
import io.gazeshift.adaptation.schedule.Setbacks;
import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.time.Instant;
import java.util.Optional;

/**
 * What the events tell of a domain's runs.
 *
 * @param finished when the last one ended
 * @param setbacks what else came to nothing
 * @param failures how many failed, one after another, since the last that did not
 * @param samplesPartition where the samples of the last run that did not fail stand
 * @param samplesEnd and where they end; {@link #NO_OFFSET} where none is known
 */
public record PastRun(
    Instant finished, int failures, Setbacks setbacks, int samplesPartition, long samplesEnd) {

  static final long NO_OFFSET = -1;

  /** With the next event of the domain, which must end a run or take a head back. */
  public static PastRun after(Optional<PastRun> before, AdaptationEvent event) {
    Instant finished = Micros.instant(event.getFinishedMicros());
    PastRun last = before.orElse(new PastRun(finished, 0, Setbacks.NONE, 0, NO_OFFSET));
    return switch (event.getStage()) {
      case FAILED ->
          new PastRun(
              finished, last.failures + 1, last.setbacks, last.samplesPartition, last.samplesEnd);
      case ROLLED_BACK ->
          new PastRun(
              finished,
              last.failures,
              last.setbacks.takenBack(),
              last.samplesPartition,
              last.samplesEnd);
      default ->
          new PastRun(
              finished,
              0,
              setbacks(last.setbacks, event),
              event.getFeaturesPartition(),
              event.getFeaturesEndOffset());
    };
  }

  /** After a run that did not fail. */
  static Setbacks setbacks(Setbacks before, AdaptationEvent event) {
    return switch (event.getStage()) {
      case JUDGED -> event.getPublishedVersion() == 0 ? before.rejected() : before.published();
      // Of a candidate in shadow nothing is known yet.
      case SHADOWED -> before;
      default -> Setbacks.NONE;
    };
  }

  /** The same without its samples, which must be gathered first. */
  DomainHistory history() {
    return new DomainHistory(Optional.of(finished), Optional.empty(), failures, setbacks);
  }

  /** Where the samples of the last judged run end in this partition. */
  long samplesEndIn(int partition) {
    return samplesPartition == partition ? samplesEnd : NO_OFFSET;
  }
}
