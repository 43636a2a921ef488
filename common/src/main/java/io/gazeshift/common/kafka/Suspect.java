package io.gazeshift.common.kafka;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets at which processes died while they read one record.
 *
 * @param first the lowest of them
 * @param last the highest of them
 * @param deaths how many processes died there
 */
record Suspect(TopicPartition partition, long first, long last, int deaths) {

  /** A process may be killed by chance while it reads; not twice at the same record. */
  private static final int DEATHS_TO_STEP_OVER = 2;

  /**
   * Positions at the same record differ by this much: an offset may belong to the end of a
   * transaction, and whether that was read already is a matter of chance.
   */
  private static final int SAME_RECORD = 4;

  private static final int MOST_DOUBLINGS = 20;

  private static final Pattern LINE = Pattern.compile("died (\\d+) (\\S+) (\\d+) (\\d+) (\\d+)");

  static Suspect of(RecordPlace place) {
    return new Suspect(place.partition(), place.offset(), place.offset(), 1);
  }

  static Optional<Suspect> parse(String line) {
    Matcher found = LINE.matcher(line);
    return found.matches()
        ? Optional.of(
            new Suspect(
                new TopicPartition(found.group(2), Integer.parseInt(found.group(3))),
                Long.parseLong(found.group(4)),
                Long.parseLong(found.group(5)),
                Integer.parseInt(found.group(1))))
        : Optional.empty();
  }

  boolean isConfirmed() {
    return deaths >= DEATHS_TO_STEP_OVER;
  }

  boolean explains(RecordPlace place) {
    return partition.equals(place.partition())
        && place.offset() >= first - SAME_RECORD
        && place.offset() <= after() + SAME_RECORD;
  }

  /** One process more died there. */
  Suspect and(RecordPlace place) {
    return new Suspect(
        partition, Math.min(first, place.offset()), Math.max(last, place.offset()), deaths + 1);
  }

  boolean covers(TopicPartition other, long position) {
    return partition.equals(other) && position >= first && position < after();
  }

  /**
   * Where to go on. In a compacted topic the record may stand far behind the position it was asked
   * for at, so each further death doubles the step.
   */
  long after() {
    int doublings = Math.min(MOST_DOUBLINGS, Math.max(0, deaths - DEATHS_TO_STEP_OVER));
    return last + (1L << doublings);
  }

  @Override
  public String toString() {
    return "died %d %s %d %d %d"
        .formatted(deaths, partition.topic(), partition.partition(), first, last);
  }
}
