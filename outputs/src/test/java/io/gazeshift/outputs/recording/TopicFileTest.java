package io.gazeshift.outputs.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicFileTest {

  @TempDir Path directory;

  @Test
  void whatIsWrittenIsReadInOrderAlsoDeletions() throws Exception {
    Path file = directory.resolve("t.records");
    try (TopicFile topic = TopicFile.append(file)) {
      topic.write(entry(0, 10, "one"));
      topic.write(new RecordedEntry(1, 5, 1234, "désk", null));
      topic.write(entry(0, 11, "two"));
    }

    List<RecordedEntry> read = read(file);
    assertThat(read).hasSize(3);
    assertThat(new String(read.get(2).value(), UTF_8)).isEqualTo("two");
    assertThat(read.get(1).value()).isNull();
    assertThat(read.get(1).key()).isEqualTo("désk");
    assertThat(read.get(1).timestampMillis()).isEqualTo(1234);
    try (TopicFile again = TopicFile.append(file)) {
      assertThat(again.next(0)).contains(12L);
      assertThat(again.next(1)).contains(6L);
      assertThat(again.next(2)).isEmpty();
    }
  }

  /** Wherever a process died: whole entries stay, the rest is cut off, and writing goes on. */
  @Test
  void aFileThatWasCutOffAnywhereIsContinued() throws Exception {
    Path whole = directory.resolve("whole.records");
    long second;
    try (TopicFile topic = TopicFile.append(whole)) {
      topic.write(entry(0, 0, "first"));
      second = topic.bytes();
      topic.write(entry(0, 1, "second"));
    }
    byte[] bytes = Files.readAllBytes(whole);
    for (int length = 0; length < bytes.length; length++) {
      Path cut = Files.write(directory.resolve("cut.records"), Arrays.copyOf(bytes, length));
      int kept = length < second ? 0 : 1;
      try (TopicFile topic = TopicFile.append(cut)) {
        assertThat(topic.next(0)).isEqualTo(kept == 0 ? Optional.empty() : Optional.of(1L));
        topic.write(entry(0, 1, "again"));
      }
      assertThat(read(cut)).as("cut to %d", length).hasSize(kept + 1);
    }
  }

  @Test
  void changedBytesAreNotedAndNothingAfterThemIsRead() throws Exception {
    Path file = directory.resolve("t.records");
    try (TopicFile topic = TopicFile.append(file)) {
      for (int i = 0; i < 5; i++) {
        topic.write(entry(0, i, "value " + i));
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      byte[] changed = bytes.clone();
      changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, changed, StandardOpenOption.TRUNCATE_EXISTING);
      List<RecordedEntry> read = read(file);
      assertThat(read).hasSizeLessThan(5);
      for (int each = 0; each < read.size(); each++) {
        assertThat(new String(read.get(each).value(), UTF_8)).isEqualTo("value " + each);
      }
    }
  }

  private static RecordedEntry entry(int partition, long offset, String value) {
    return new RecordedEntry(partition, offset, 1000 + offset, "key", value.getBytes(UTF_8));
  }

  private static List<RecordedEntry> read(Path file) throws IOException {
    List<RecordedEntry> read = new ArrayList<>();
    try (TopicFile.Reader reader = new TopicFile.Reader(file)) {
      for (Optional<RecordedEntry> each = reader.next(); each.isPresent(); each = reader.next()) {
        read.add(each.get());
      }
    }
    return read;
  }
}
