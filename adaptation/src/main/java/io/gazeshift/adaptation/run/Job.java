package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.glsge.head.Head;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** One run with all its inputs, which do not change while it runs. */
public record Job(
    RunQueue.Waiting why,
    Input input,
    StartingHeads heads,
    DomainKnowledge knowledge,
    Instant started,
    StopSignal stop) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * The samples of a run and where they come from.
   *
   * @param end the offset in the partition after the last sample
   */
  public record Input(OwnedPartition partition, long end, TargetSnapshot samples) {}

  /**
   * The heads that a run begins with.
   *
   * @param start the head that is adapted, which adaptation did not make
   * @param parent the active head, which the candidate would replace
   */
  public record StartingHeads(Head start, Head parent, long parentVersion) {}

  public String domain() {
    return why.domain();
  }

  /** Unique among all runs, and safe as a file name. */
  public String id() {
    return "%s-%s".formatted(domain().replaceAll("[^A-Za-z0-9._-]", "_"), TIME.format(started));
  }

  public OwnedPartition partition() {
    return input.partition();
  }

  public long samplesEnd() {
    return input.end();
  }

  public TargetSnapshot samples() {
    return input.samples();
  }

  public Head start() {
    return heads.start();
  }

  public Head parent() {
    return heads.parent();
  }

  public long parentVersion() {
    return heads.parentVersion();
  }
}
