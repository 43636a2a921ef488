package io.gazeshift.protocol;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.record.TimestampType;

/**
 * One topic: its records and the settings that the broker must use for it.
 *
 * @param key what a record's key means
 * @param type the records in it; empty where the bytes are passed on unread
 * @param retention how long a record is kept; empty where the newest record of each key is kept for
 *     good (compaction)
 * @param segment how long a log file is written to; a broker deletes and compacts whole files, so
 *     this is how late it may be
 * @param maxMessageBytes the largest batch a producer may send
 */
public record Topic(
    String name,
    String key,
    Optional<RecordType<?>> type,
    int partitions,
    Optional<Duration> retention,
    Duration segment,
    int maxMessageBytes) {

  /**
   * Small files: recovery after a crash reads the unfinished ones, and an edge disk is not large.
   */
  private static final int SEGMENT_BYTES = 64 << 20;

  /** Of a compacted topic, how much may be outdated before the cleaner finds it worth a run. */
  private static final String DIRTY_RATIO = "0.01";

  /** Whether only the newest record of each key is kept. */
  public boolean compacted() {
    return retention.isEmpty();
  }

  /** The value this topic needs for {@code cleanup.policy}. */
  public String cleanupPolicy() {
    return compacted() ? TopicConfig.CLEANUP_POLICY_COMPACT : TopicConfig.CLEANUP_POLICY_DELETE;
  }

  /** The settings it is created with. */
  public Map<String, String> configs() {
    Map<String, String> configs = new LinkedHashMap<>();
    configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, cleanupPolicy());
    configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(maxMessageBytes));
    configs.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(segment.toMillis()));
    configs.put(TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(SEGMENT_BYTES));
    retention.ifPresentOrElse(
        kept -> {
          configs.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(kept.toMillis()));
          // By the broker's clock: a camera whose clock is behind would have its faces deleted
          // before they are predicted, and one that is ahead have them kept longer, or rejected.
          configs.put(
              TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TimestampType.LOG_APPEND_TIME.name);
        },
        () -> {
          configs.put(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, DIRTY_RATIO);
          // The cleaner leaves the file being written alone; past this lag it is closed for it.
          configs.put(
              TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, Long.toString(segment.toMillis() * 3 / 2));
        });
    return configs;
  }

  @Override
  public String toString() {
    return name;
  }
}
