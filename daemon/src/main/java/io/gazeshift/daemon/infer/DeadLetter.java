package io.gazeshift.daemon.infer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.protocol.Topics;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** A record that cannot be used, byte for byte, with the reason and where it came from. */
public final class DeadLetter {

  public static final String REASON = "gazeshift.reason";
  public static final String EXPLANATION = "gazeshift.explanation";
  public static final String TOPIC = "gazeshift.topic";
  public static final String PARTITION = "gazeshift.partition";
  public static final String OFFSET = "gazeshift.offset";

  private DeadLetter() {}

  static ProducerRecord<String, byte[]> of(
      ConsumerRecord<String, byte[]> record, Outcome.Refused refused) {
    List<Header> headers =
        List.of(
            header(REASON, refused.reason()),
            header(EXPLANATION, refused.explanation()),
            header(TOPIC, record.topic()),
            header(PARTITION, Integer.toString(record.partition())),
            header(OFFSET, Long.toString(record.offset())));
    return new ProducerRecord<>(
        Topics.FACES_DLQ.name(), null, record.key(), record.value(), headers);
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }
}
