package io.gazeshift.outputs.recording;

import io.gazeshift.protocol.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recording that is made without Kafka. */
public final class WrittenRecording {

  private final Map<Topic, List<RecordedEntry>> entries = new HashMap<>();

  public WrittenRecording add(Topic topic, String key, byte[] value) {
    List<RecordedEntry> own = entries.computeIfAbsent(topic, unknown -> new ArrayList<>());
    own.add(new RecordedEntry(0, own.size(), own.size(), key, value));
    return this;
  }

  /** Topics without records are there too, as in every recording. */
  public Path writeTo(Path directory) throws IOException {
    Recording recording = Recording.create(directory, Optional.empty(), false, Instant.now());
    for (Topic topic : recording.topics()) {
      try (TopicFile file = TopicFile.append(recording.file(topic))) {
        for (RecordedEntry entry : entries.getOrDefault(topic, List.of())) {
          file.write(entry);
        }
      }
    }
    return directory;
  }
}
