package io.gazeshift.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.protocol.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * A rejected record, byte for byte, with the reason and its origin. A record larger than the
 * topic's limit (possible in a compressed batch) is truncated and marked, because no record may
 * block its partition.
 */
public final class DeadLetter {

  public static final String REASON = "gazeshift.reason";
  public static final String EXPLANATION = "gazeshift.explanation";
  public static final String TOPIC = "gazeshift.topic";
  public static final String PARTITION = "gazeshift.partition";
  public static final String OFFSET = "gazeshift.offset";

  /** Only on a letter that was cut: how many bytes the record had. */
  public static final String CUT_FROM = "gazeshift.cut-from";

  /** Room for key, headers and Kafka's own bytes. */
  private static final int RESERVED_BYTES = 256 << 10;

  private static final int MAX_KEY_CHARS = 1000;

  private DeadLetter() {}

  /**
   * @param letters the topic that takes it
   */
  public static ProducerRecord<String, byte[]> of(
      Topic letters, ConsumerRecord<String, byte[]> record, String reason, String explanation) {
    List<Header> headers = new ArrayList<>();
    headers.add(header(REASON, reason));
    headers.add(header(EXPLANATION, explanation));
    headers.add(header(TOPIC, record.topic()));
    headers.add(header(PARTITION, Integer.toString(record.partition())));
    headers.add(header(OFFSET, Long.toString(record.offset())));
    byte[] value = record.value();
    int most = letters.maxMessageBytes() - RESERVED_BYTES;
    if (value != null && value.length > most) {
      headers.add(header(CUT_FROM, Integer.toString(value.length)));
      value = Arrays.copyOf(value, most);
    }
    return new ProducerRecord<>(letters.name(), null, key(record), value, headers);
  }

  private static @Nullable String key(ConsumerRecord<String, byte[]> record) {
    String key = record.key();
    return key == null || key.length() <= MAX_KEY_CHARS ? key : key.substring(0, MAX_KEY_CHARS);
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }
}
