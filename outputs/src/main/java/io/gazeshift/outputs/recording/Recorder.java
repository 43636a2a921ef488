package io.gazeshift.outputs.recording;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes committed records to a recording. Of topics that keep the newest record of each key it
 * begins with what is there; of the others with what is published from now on, or where the
 * recording ended before. For one thread.
 */
public final class Recorder implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Recorder.class);

  private final Recording recording;
  private final KafkaConsumer<String, byte[]> consumer;
  private final Map<String, Topic> topics = new HashMap<>();
  private final Map<String, TopicFile> files = new HashMap<>();
  private final long mostBytes;
  private long bytes;
  private long records;

  /**
   * @param mostBytes how large the recording may become
   * @throws UserError if its files cannot be written
   */
  public Recorder(KafkaAccess kafka, Recording recording, long mostBytes) {
    this.recording = recording;
    this.mostBytes = mostBytes;
    this.consumer =
        kafka.openConsumer(
            Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                // What was deleted meanwhile is not to be had, all after it is.
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"));
    try {
      for (Topic topic : recording.topics()) {
        TopicFile file = TopicFile.append(recording.file(topic));
        topics.put(topic.name(), topic);
        files.put(topic.name(), file);
        bytes += file.bytes();
      }
      seek();
    } catch (IOException e) {
      close();
      throw unwritable(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void seek() {
    consumer.assign(
        topics.keySet().stream()
            .flatMap(topic -> TopicPartitions.of(consumer, topic).stream())
            .toList());
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(consumer.assignment());
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    for (TopicPartition partition : consumer.assignment()) {
      long beginning = beginnings.getOrDefault(partition, 0L);
      long end = ends.getOrDefault(partition, 0L);
      Optional<Long> next = at(files, partition).next(partition.partition());
      long from = at(topics, partition).compacted() ? beginning : end;
      if (next.isPresent() && next.get() > end) {
        log.warn("{}: shorter than when it was recorded; is it another cluster?", partition);
      } else if (next.isPresent()) {
        if (next.get() < beginning) {
          log.warn("{}: {} records are gone by now", partition, beginning - next.get());
        }
        from = Math.max(beginning, next.get());
      }
      consumer.seek(partition, from);
    }
  }

  private static <T> T at(Map<String, T> map, TopicPartition partition) {
    T value = map.get(partition.topic());
    if (value == null) {
      throw new IllegalStateException("not a recorded topic: " + partition);
    }
    return value;
  }

  /**
   * Records what has arrived, waiting for it at most so long.
   *
   * @return whether there is room for more
   * @throws UserError if the files cannot be written
   */
  public boolean poll(Duration timeout) {
    try {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(timeout)) {
        if (bytes >= mostBytes) {
          return false;
        }
        if (isWanted(record)) {
          write(record);
        }
      }
      return bytes < mostBytes;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private void write(ConsumerRecord<String, byte[]> record) throws IOException {
    TopicFile file = at(files, new TopicPartition(record.topic(), record.partition()));
    long before = file.bytes();
    file.write(
        new RecordedEntry(
            record.partition(),
            record.offset(),
            record.timestamp(),
            String.valueOf(record.key()),
            record.value()));
    bytes += file.bytes() - before;
    records++;
  }

  private boolean isWanted(ConsumerRecord<String, byte[]> record) {
    if (recording.domain().isEmpty()) {
      return true;
    }
    String domain = recording.domain().get();
    if (record.value() == null) {
      return record.key() != null
          && (record.key().equals(domain) || record.key().startsWith(domain + "@"));
    }
    Topic topic = at(topics, new TopicPartition(record.topic(), record.partition()));
    try {
      return topic
          .type()
          .flatMap(type -> domain(type.decode(record.value())))
          .filter(domain::equals)
          .isPresent();
    } catch (BadRecordException e) {
      log.debug("{}, offset {}: {}", record.topic(), record.offset(), e.getMessage());
      return false;
    }
  }

  /** Records have a domain, or the identity of a face that has one. */
  private static Optional<String> domain(Message record) {
    FieldDescriptor own = record.getDescriptorForType().findFieldByName("domain");
    if (own != null) {
      return Optional.of((String) record.getField(own));
    }
    FieldDescriptor identity = record.getDescriptorForType().findFieldByName("identity");
    return identity == null ? Optional.empty() : domain((Message) record.getField(identity));
  }

  /** The records of this process's part. */
  public long records() {
    return records;
  }

  /** The size of the recording. */
  public long bytes() {
    return bytes;
  }

  private UserError unwritable(IOException e) {
    return new UserError(
        "%s: cannot be written: %s; free some room, and run the command again to continue"
            .formatted(recording.directory(), e.getMessage()),
        e);
  }

  @Override
  public void close() {
    files.values().forEach(TopicFile::close);
    consumer.close();
  }
}
