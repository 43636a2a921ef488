package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.glsge.head.Head;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * One run, with everything it needs: while it is under way, nothing of it changes.
 *
 * @param samplesEnd where its samples end in the partition
 * @param start the head it starts from, which adaptation did not make
 * @param parent the head in force, which its result would replace
 */
public record Job(
    RunQueue.Waiting why,
    OwnedPartition partition,
    long samplesEnd,
    TargetSnapshot samples,
    Head start,
    Head parent,
    long parentVersion,
    Place place,
    Instant started,
    Stop stop) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  public String domain() {
    return why.domain();
  }

  /** Its own among all runs, and fit for a file name. */
  public String id() {
    return "%s-%s".formatted(domain().replaceAll("[^A-Za-z0-9._-]", "_"), TIME.format(started));
  }
}
