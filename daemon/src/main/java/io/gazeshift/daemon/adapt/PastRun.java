package io.gazeshift.daemon.adapt;

import io.gazeshift.daemon.trigger.DomainHistory;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.time.Instant;
import java.util.Optional;

/**
 * What the events tell of a domain's runs.
 *
 * @param finished when the last one ended
 * @param failures how many failed, one after another, since the last that did not
 * @param samplesPartition where the samples of the last run that did not fail stand
 * @param samplesEnd and where they end; {@link #NO_OFFSET} where none is known
 */
record PastRun(Instant finished, int failures, int samplesPartition, long samplesEnd) {

  static final long NO_OFFSET = -1;

  /** With the next event of the domain, which must be the end of a run. */
  static PastRun after(Optional<PastRun> before, AdaptationEvent event) {
    Instant finished = Micros.instant(event.getFinishedMicros());
    if (event.getStage() == AdaptationEvent.Stage.FAILED) {
      return before
          .map(b -> new PastRun(finished, b.failures + 1, b.samplesPartition, b.samplesEnd))
          .orElseGet(() -> new PastRun(finished, 1, 0, NO_OFFSET));
    }
    return new PastRun(finished, 0, event.getFeaturesPartition(), event.getFeaturesEndOffset());
  }

  /** The same without its samples, which must be gathered first. */
  DomainHistory history() {
    return new DomainHistory(Optional.of(finished), Optional.empty(), failures);
  }

  /** Where the samples of the last judged run end in this partition. */
  long samplesEndIn(int partition) {
    return samplesPartition == partition ? samplesEnd : NO_OFFSET;
  }
}
