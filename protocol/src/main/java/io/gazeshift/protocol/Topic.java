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

  /**
   * The broker unpacks what a producer compressed and measures that. With Kafka's default it
   * measures the compressed bytes, and a batch of 19 KB may hold a record of 600 MB, for which
   * every reader must find the memory at once.
   */
  static final String COMPRESSION = "uncompressed";

  /** Brokers that have a record before it is acknowledged: one of them may then be lost. */
  static final int MIN_IN_SYNC = 2;

  /** With fewer, the loss of one broker would stop all writing. */
  static final int REPLICAS_FOR_TWO_IN_SYNC = 3;

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
    configs.put(TopicConfig.COMPRESSION_TYPE_CONFIG, COMPRESSION);
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

  /** The settings it is created with where each record is stored on that many brokers. */
  public Map<String, String> configs(int replicas) {
    Map<String, String> configs = configs();
    if (replicas >= REPLICAS_FOR_TWO_IN_SYNC) {
      configs.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(MIN_IN_SYNC));
    }
    return configs;
  }

  @Override
  public String toString() {
    return name;
  }
}
