package io.gazeshift.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

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
 * <p>After a process that did not end in an orderly way, the next one {@linkplain #isWatching
 * watches} what it reads: one record at a time, with its place in this file, until it has read all
 * that was there at its start. A record at whose place two processes died is stepped over. Each
 * line has a fixed length and is written in one call without flushing: the file has to survive the
 * process, not a power cut. Thread-safe.
 */
public final class CrashMarker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(CrashMarker.class);

  /** By then consumers have joined their groups, and know what they have to read. */
  private static final Duration WATCH_AT_LEAST = Duration.ofMinutes(1);

  private static final int LINE_BYTES = 256;
  private static final int READERS = 16;
  private static final int SUSPECTS = 16;
  private static final String UNCLEAN = "running";
  private static final String READING = "reading ";

  private final @Nullable FileChannel file;
  private volatile boolean watching;
  private volatile List<Suspect> suspects;
  private final @Nullable Reader[] readers = new Reader[READERS];
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean watchedLongEnough;

  private CrashMarker(@Nullable FileChannel file, boolean watching, List<Suspect> suspects) {
    this.file = file;
    this.watching = watching;
    this.suspects = List.copyOf(suspects);
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
    CrashMarker marker = new CrashMarker(file, unclean, suspects);
    for (int reader = 0; reader < READERS; reader++) {
      marker.write(1 + reader, "");
    }
    marker.writeSuspects();
    marker.write(0, UNCLEAN);
    if (unclean) {
      log.warn(
          "the last process did not end in an orderly way; reading one record at a time at first, to"
              + " find out whether a record ended it{}",
          suspects.isEmpty() ? "" : ": " + suspects);
    }
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

  /** Those known before, and those that explain how the last process died; the newest last. */
  private static List<Suspect> suspects(List<String> lines) {
    List<Suspect> known = new ArrayList<>();
    lines.forEach(line -> Suspect.parse(line).ifPresent(known::add));
    List<Suspect> blamed = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      if (line.startsWith(READING) && words.length == 4) {
        blame(RecordPlace.parse(words[1], words[2], words[3]), known, blamed);
      }
    }
    known.addAll(blamed);
    return known.subList(Math.max(0, known.size() - SUSPECTS), known.size());
  }

  /** The process died once, however many of its consumers were reading there. */
  private static void blame(RecordPlace place, List<Suspect> known, List<Suspect> blamed) {
    if (blamed.stream().anyMatch(suspect -> suspect.explains(place))) {
      return;
    }
    Optional<Suspect> again = known.stream().filter(suspect -> suspect.explains(place)).findFirst();
    again.ifPresent(known::remove);
    blamed.add(again.map(suspect -> suspect.and(place)).orElseGet(() -> Suspect.of(place)));
  }

  /** Whether a new consumer has to be able to read one record at a time. */
  boolean guards() {
    return watching || !confirmed().isEmpty();
  }

  /** Whether any record may be one that ends this process; never again once none is. */
  boolean isWatching() {
    return watching;
  }

  /** Whether processes died of a record of this partition at this position or after it. */
  boolean hasSuspectAhead(TopicPartition partition, long position) {
    return confirmed().stream()
        .anyMatch(suspect -> suspect.partition().equals(partition) && position < suspect.after());
  }

  /** What processes died of in this partition, whatever the position. */
  boolean hasSuspects(TopicPartition partition) {
    return confirmed().stream().anyMatch(suspect -> suspect.partition().equals(partition));
  }

  private List<Suspect> confirmed() {
    return suspects.stream().filter(Suspect::isConfirmed).toList();
  }

  /** The line of one consumer; empty where there are too many. */
  synchronized Optional<Reader> newReader() {
    for (int line = 0; line < READERS; line++) {
      if (readers[line] == null) {
        Reader reader = new Reader(line);
        readers[line] = reader;
        return Optional.of(reader);
      }
    }
    return Optional.empty();
  }

  /** Where to continue, if processes died of the record at this position. */
  Optional<Long> stepOver(TopicPartition partition, long position) {
    return confirmed().stream()
        .filter(suspect -> suspect.covers(partition, position))
        .map(Suspect::after)
        .findFirst();
  }

  /**
   * Records that the partition does not have: it was deleted from its beginning, or it is another
   * partition of that name, which is shorter.
   */
  synchronized void forgetOutside(TopicPartition partition, long beginning, long end) {
    suspects =
        suspects.stream()
            .filter(
                suspect ->
                    !suspect.partition().equals(partition)
                        || (suspect.last() >= beginning && suspect.first() < end))
            .toList();
    writeSuspects();
  }

  /** The consumers are open that the process starts with. */
  public void started() {
    if (watching) {
      Thread minute = new Thread(this::awaitMinute, "crash-marker");
      minute.setDaemon(true);
      minute.start();
    }
  }

  private void awaitMinute() {
    try {
      if (!closed.await(WATCH_AT_LEAST.toMillis(), TimeUnit.MILLISECONDS)) {
        mayStopWatching();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void mayStopWatching() {
    watchedLongEnough = true;
    stopWatchingOnceAllIsRead();
  }

  /** What was read did not end the process, so nothing is to blame but what ended two before. */
  private synchronized void stopWatchingOnceAllIsRead() {
    boolean behind = Arrays.stream(readers).anyMatch(reader -> reader != null && reader.isBehind());
    if (watching && watchedLongEnough && !behind) {
      suspects = confirmed();
      writeSuspects();
      watching = false;
      log.info("no record ended the process; reading as usual");
    }
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
    private final int line;

    /** Until it has read what was there when it began. */
    private volatile boolean behind = true;

    private Reader(int line) {
      this.line = line;
    }

    void reads(RecordPlace place) {
      write(1 + line, READING + place);
    }

    void isDone() {
      write(1 + line, "");
    }

    void isBehind(boolean now) {
      if (behind != now) {
        behind = now;
        stopWatchingOnceAllIsRead();
      }
    }

    private boolean isBehind() {
      return behind;
    }

    void close() {
      isDone();
      synchronized (CrashMarker.this) {
        readers[line] = null;
        stopWatchingOnceAllIsRead();
      }
    }
  }
}
