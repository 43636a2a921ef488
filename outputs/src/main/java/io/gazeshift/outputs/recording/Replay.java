package io.gazeshift.outputs.recording;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The records of a recording in the order in which they were published, one at a time. For one
 * thread; close it.
 */
public final class Replay implements AutoCloseable {

  /**
   * One record of a recording.
   *
   * @param after when it was published, from the begin of recording on; zero for what was there
   */
  public record Step(Duration after, ProducerRecord<String, byte[]> record) {}

  private record Source(Topic topic, TopicFile.Reader reader, RecordedEntry next) {}

  private final PriorityQueue<Source> sources =
      new PriorityQueue<>(Comparator.comparingLong(source -> source.next().timestampMillis()));

  private final List<TopicFile.Reader> readers = new ArrayList<>();
  private final Recording recording;

  /**
   * @param topics which of the recorded topics
   * @throws UserError if one was not recorded, or cannot be read
   */
  public Replay(Recording recording, List<Topic> topics) {
    this.recording = recording;
    try {
      for (Topic topic : topics) {
        if (!Files.exists(recording.file(topic))) {
          throw new UserError(
              "%s: has no %s; it has %s"
                  .formatted(
                      recording.directory(),
                      topic.name(),
                      recording.topics().stream().map(Topic::name).toList()));
        }
        TopicFile.Reader reader = new TopicFile.Reader(recording.file(topic));
        readers.add(reader);
        advance(topic, reader);
      }
    } catch (IOException e) {
      close();
      throw unreadable(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void advance(Topic topic, TopicFile.Reader reader) throws IOException {
    reader.next().ifPresent(next -> sources.add(new Source(topic, reader, next)));
  }

  /**
   * The next record; nothing after the last one.
   *
   * @throws UserError if the file cannot be read
   */
  public Optional<Step> next() {
    Source source = sources.poll();
    if (source == null) {
      return Optional.empty();
    }
    try {
      advance(source.topic(), source.reader());
    } catch (IOException e) {
      throw unreadable(e);
    }
    RecordedEntry entry = source.next();
    long millis = entry.timestampMillis() - recording.created().toEpochMilli();
    return Optional.of(
        new Step(
            Duration.ofMillis(Math.max(0, millis)),
            new ProducerRecord<>(source.topic().name(), entry.key(), entry.value())));
  }

  private UserError unreadable(IOException e) {
    return new UserError(
        "%s: cannot be read: %s".formatted(recording.directory(), e.getMessage()), e);
  }

  @Override
  public void close() {
    for (TopicFile.Reader reader : readers) {
      try {
        reader.close();
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
  }
}
