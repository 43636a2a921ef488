package io.gazeshift.common.kafka;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * What readers get in the place of a record that ended processes: no bytes, which every reader
 * rejects, no time, and a header that tells why.
 */
public final class SteppedOver {

  /** The reason, for counters and dead letters. */
  public static final String REASON = "KILLED_READER";

  private static final String HEADER = "gazeshift.stepped-over";

  private SteppedOver() {}

  public static ConsumerRecord<String, byte[]> record(TopicPartition partition, long offset) {
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        ConsumerRecord.NO_TIMESTAMP,
        TimestampType.NO_TIMESTAMP_TYPE,
        0,
        0,
        "",
        new byte[0],
        new RecordHeaders().add(HEADER, new byte[0]),
        Optional.empty());
  }

  public static boolean is(ConsumerRecord<?, ?> record) {
    return record.headers().lastHeader(HEADER) != null;
  }
}
