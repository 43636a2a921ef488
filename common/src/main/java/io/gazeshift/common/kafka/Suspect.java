package io.gazeshift.common.kafka;

import io.gazeshift.protocol.Topics;
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

  /** A process may be killed by chance while it reads; hardly twice at the same record. */
  private static final int DEATHS_TO_STEP_OVER = 2;

  /**
   * Positions at the same record differ by this much: an offset may belong to the end of a
   * transaction, and whether that was read already is a matter of chance.
   */
  private static final int SAME_RECORD = 4;

  /**
   * So many offsets are stepped over at most, because processes may die for another reason each
   * time they read. Between a position and the next record are the ends of transactions.
   */
  private static final long WIDEST = 64;

  /** In a compacted topic also all that compaction has removed. */
  private static final long WIDEST_COMPACTED = 1 << 20;

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

  /** Whether the process that died there may have died of this record. */
  boolean explains(RecordPlace place) {
    long offset = place.offset();
    boolean near =
        offset == after() || (offset >= first - SAME_RECORD && offset <= last + SAME_RECORD);
    return near
        && partition.equals(place.partition())
        && Math.max(last, offset) - Math.min(first, offset) < widest();
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
   * Where to continue. The record may be far behind the position it was asked for at; a process
   * that dies again after the step confirms that, and the next step is twice as long.
   */
  long after() {
    int doublings = Math.min(Long.SIZE - 2, Math.max(0, deaths - DEATHS_TO_STEP_OVER));
    long step = Math.min(1L << doublings, widest());
    return Math.max(last + 1, Math.min(last + step, first + widest()));
  }

  /** Whether every process reads its topic from the beginning. */
  boolean isCompacted() {
    return Topics.ALL.stream()
        .anyMatch(topic -> topic.compacted() && topic.name().equals(partition.topic()));
  }

  private long widest() {
    return isCompacted() ? WIDEST_COMPACTED : WIDEST;
  }

  @Override
  public String toString() {
    return "died %d %s %d %d %d"
        .formatted(deaths, partition.topic(), partition.partition(), first, last);
  }
}
