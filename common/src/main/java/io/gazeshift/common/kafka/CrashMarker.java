package io.gazeshift.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.protocol.Topics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small file that tells the next process what this one was reading when it died. A record may be
 * larger than the heap, and Kafka's consumer has no limit: the process ends, nothing is committed,
 * and the next process dies of the same record.
 *
 * <p>After a process that died within its first minute, the next one reads {@linkplain #careful
 * carefully}: one record at a time, with its place in this file. A record at whose place two
 * processes died is stepped over. Each line has a fixed length and is written in one call without
 * flushing: the file has to survive the process, not a power cut. Thread-safe.
 */
public final class CrashMarker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(CrashMarker.class);

  /** A process that lives longer than this did not die of a record that it finds at its start. */
  private static final Duration CALM_AFTER = Duration.ofMinutes(1);

  private static final int LINE_BYTES = 256;
  private static final int READERS = 16;
  private static final int SUSPECTS = 16;
  private static final String UNCLEAN = "running";
  private static final String READING = "reading ";

  private final @Nullable FileChannel file;
  private volatile boolean careful;
  private final List<Suspect> suspects = new ArrayList<>();
  private final boolean[] taken = new boolean[READERS];
  private final CountDownLatch closed = new CountDownLatch(1);

  private CrashMarker(@Nullable FileChannel file, boolean careful, List<Suspect> suspects) {
    this.file = file;
    this.careful = careful;
    this.suspects.addAll(suspects);
  }

  /** For tests and commands that end by themselves: marks nothing. */
  public static CrashMarker none() {
    return new CrashMarker(null, false, List.of());
  }

  /**
   * Opens the file of this process, and finds out how the last one ended. Where that is impossible,
   * the process runs without one.
   */
  public static CrashMarker open(Path path) {
    FileChannel file = null;
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileLock lock = file.tryLock();
      if (lock != null) {
        return open(file);
      }
      log.info("{} belongs to another process; running without a crash marker", path);
    } catch (OverlappingFileLockException e) {
      log.debug("{} is in use in this process", path);
    } catch (IOException e) {
      log.info("cannot use the crash marker {}: {}", path, e.getMessage());
    }
    close(file);
    return none();
  }

  private static CrashMarker open(FileChannel file) throws IOException {
    List<String> lines = read(file);
    boolean unclean = lines.contains(UNCLEAN);
    List<Suspect> suspects = suspects(lines);
    CrashMarker marker = new CrashMarker(file, unclean || !suspects.isEmpty(), suspects);
    for (int reader = 0; reader < READERS; reader++) {
      marker.write(1 + reader, "");
    }
    marker.writeSuspects();
    marker.write(0, UNCLEAN);
    if (marker.careful) {
      log.warn(
          "the last process ended abnormally soon after its start; reading one record at a time,"
              + " to find out whether a record did it{}",
          suspects.isEmpty() ? "" : ": " + suspects);
    }
    Thread calm = new Thread(marker::awaitCalm, "crash-marker");
    calm.setDaemon(true);
    calm.start();
    return marker;
  }

  private static List<String> read(FileChannel file) throws IOException {
    int size = (int) Math.min(file.size(), (1L + READERS + SUSPECTS) * LINE_BYTES);
    ByteBuffer bytes = ByteBuffer.allocate(size);
    while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
      // Until all is read.
    }
    return new String(bytes.array(), 0, bytes.position(), UTF_8)
        .lines()
        .map(String::strip)
        .toList();
  }

  private static List<Suspect> suspects(List<String> lines) {
    List<Suspect> suspects = new ArrayList<>();
    lines.forEach(line -> Suspect.parse(line).ifPresent(suspects::add));
    for (String line : lines) {
      String[] words = line.split(" ");
      if (line.startsWith(READING) && words.length == 4) {
        blame(suspects, RecordPlace.parse(words[1], words[2], words[3]));
      }
    }
    return suspects.subList(Math.max(0, suspects.size() - SUSPECTS), suspects.size());
  }

  private static void blame(List<Suspect> suspects, RecordPlace place) {
    for (int i = 0; i < suspects.size(); i++) {
      if (suspects.get(i).explains(place)) {
        suspects.set(i, suspects.get(i).and(place));
        return;
      }
    }
    suspects.add(Suspect.of(place));
  }

  /** Whether to read one record at a time; never again once it is not. */
  boolean careful() {
    return careful;
  }

  /** The line of one consumer; empty where there are too many. */
  synchronized Optional<Reader> newReader() {
    for (int reader = 0; reader < READERS; reader++) {
      if (!taken[reader]) {
        taken[reader] = true;
        return Optional.of(new Reader(reader));
      }
    }
    return Optional.empty();
  }

  /** Where to go on, if processes died of the record at this position. */
  synchronized Optional<Long> stepOver(TopicPartition partition, long position) {
    return suspects.stream()
        .filter(suspect -> suspect.isConfirmed() && suspect.covers(partition, position))
        .map(Suspect::after)
        .findFirst();
  }

  private void awaitCalm() {
    try {
      if (!closed.await(CALM_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
        calm();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What did not end this process is innocent. Of a topic with a retention, the position is
   * committed by now; a compacted one is read from its beginning by every process.
   */
  synchronized void calm() {
    suspects.removeIf(suspect -> !suspect.isConfirmed() || !isCompacted(suspect));
    writeSuspects();
    write(0, "");
    // Those that are left must still be stepped over.
    careful = !suspects.isEmpty();
  }

  private static boolean isCompacted(Suspect suspect) {
    return Topics.ALL.stream()
        .anyMatch(topic -> topic.compacted() && topic.name().equals(suspect.partition().topic()));
  }

  private void writeSuspects() {
    for (int i = 0; i < SUSPECTS; i++) {
      write(1 + READERS + i, i < suspects.size() ? suspects.get(i).toString() : "");
    }
  }

  private synchronized void write(int line, String text) {
    if (file == null || !file.isOpen()) {
      return;
    }
    byte[] padded = new byte[LINE_BYTES];
    Arrays.fill(padded, (byte) ' ');
    byte[] bytes = text.getBytes(UTF_8);
    System.arraycopy(bytes, 0, padded, 0, Math.min(bytes.length, LINE_BYTES - 1));
    padded[LINE_BYTES - 1] = '\n';
    try {
      file.write(ByteBuffer.wrap(padded), (long) line * LINE_BYTES);
    } catch (IOException e) {
      log.warn("cannot write the crash marker: {}; running without it", e.getMessage());
      close(file);
    }
  }

  /** This process ends as it should. */
  @Override
  public void close() {
    closed.countDown();
    write(0, "");
    close(file);
  }

  /** As the system does it for a process that dies. */
  void die() {
    closed.countDown();
    close(file);
  }

  private static void close(@Nullable FileChannel file) {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      log.debug("cannot close the crash marker", e);
    }
  }

  /** The line of one consumer in the file. For one thread. */
  final class Reader {
    private final int reader;

    private Reader(int reader) {
      this.reader = reader;
    }

    void reads(RecordPlace place) {
      write(1 + reader, READING + place);
    }

    void isDone() {
      write(1 + reader, "");
    }

    void close() {
      isDone();
      synchronized (CrashMarker.this) {
        taken[reader] = false;
      }
    }
  }
}
