package io.gazeshift.daemon.adapt;

import io.gazeshift.daemon.buffer.TargetSnapshot;
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
record Job(
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

  String domain() {
    return why.domain();
  }

  /** Its own among all runs, and fit for a file name. */
  String id() {
    return "%s-%s".formatted(domain().replaceAll("[^A-Za-z0-9._-]", "_"), TIME.format(started));
  }
}
