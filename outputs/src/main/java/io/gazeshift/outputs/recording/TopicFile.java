package io.gazeshift.outputs.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.UserError;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recorded entries of one topic: each its length, its CRC-32 and its content, one after
 * another. A process that died while it wrote leaves a broken entry at the end at most, which is
 * cut off when the file is opened for more. For one thread.
 */
final class TopicFile implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TopicFile.class);

  /** Larger than any record of Gazeshift; a larger length is not one. */
  private static final int MOST_BYTES = 64 << 20;

  private static final int HEAD_BYTES = 2 * Integer.BYTES;

  /** Of an entry without key and value. */
  private static final int FEWEST_BYTES = 3 * Integer.BYTES + 2 * Long.BYTES;

  private static final int NO_VALUE = -1;

  private final FileChannel file;
  private final Map<Integer, Long> next;

  private TopicFile(FileChannel file, Map<Integer, Long> next) {
    this.file = file;
    this.next = next;
  }

  /** Opens a file, new or old, to write more to it. */
  static TopicFile append(Path path) throws IOException {
    Map<Integer, Long> next = new HashMap<>();
    long end = 0;
    if (Files.exists(path)) {
      try (Reader reader = new Reader(path)) {
        for (Optional<RecordedEntry> each = reader.next(); each.isPresent(); each = reader.next()) {
          next.put(each.get().partition(), each.get().offset() + 1);
        }
        end = reader.wholeBytes();
      }
    }
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (file.tryLock() == null) {
        throw new UserError("%s: another process records to it".formatted(path));
      }
      if (file.size() > end) {
        if (file.size() - end > MOST_BYTES) {
          throw new UserError(
              "%s: damaged after %d of %d bytes; record to another directory"
                  .formatted(path, end, file.size()));
        }
        log.warn("{}: cutting off a broken entry of {} bytes", path, file.size() - end);
      }
      file.truncate(end);
      file.position(end);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    return new TopicFile(file, next);
  }

  /** The offset after the last recorded one, if anything of this partition was recorded. */
  Optional<Long> next(int partition) {
    return Optional.ofNullable(next.get(partition));
  }

  long bytes() throws IOException {
    return file.size();
  }

  void write(RecordedEntry entry) throws IOException {
    byte[] key = entry.key().getBytes(UTF_8);
    byte[] value = entry.value();
    int length =
        Integer.BYTES
            + 2 * Long.BYTES
            + 2 * Integer.BYTES
            + key.length
            + (value == null ? 0 : value.length);
    ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + length);
    bytes.position(HEAD_BYTES);
    bytes.putInt(entry.partition()).putLong(entry.offset()).putLong(entry.timestampMillis());
    bytes.putInt(key.length).put(key);
    bytes.putInt(value == null ? NO_VALUE : value.length);
    if (value != null) {
      bytes.put(value);
    }
    bytes.putInt(0, length);
    bytes.putInt(Integer.BYTES, crc(bytes.array(), HEAD_BYTES, length));
    bytes.flip();
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
    next.put(entry.partition(), entry.offset() + 1);
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  @Override
  public void close() {
    try {
      file.force(true);
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads entries in the order in which they were written, up to the first broken one. */
  static final class Reader implements AutoCloseable {

    private final Path path;
    private final DataInputStream in;
    private long whole;

    Reader(Path path) throws IOException {
      this.path = path;
      this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16));
    }

    /** The bytes of the entries that were read. */
    long wholeBytes() {
      return whole;
    }

    /** Nothing at the end, or where the rest is broken. */
    Optional<RecordedEntry> next() throws IOException {
      try {
        int length = in.readInt();
        int crc = in.readInt();
        if (length < FEWEST_BYTES || length > MOST_BYTES) {
          return Optional.empty();
        }
        byte[] content = in.readNBytes(length);
        if (content.length < length || crc(content, 0, length) != crc) {
          return Optional.empty();
        }
        whole += HEAD_BYTES + length;
        return Optional.of(entry(ByteBuffer.wrap(content)));
      } catch (EOFException e) {
        return Optional.empty();
      } catch (IllegalArgumentException | java.nio.BufferUnderflowException e) {
        throw new UserError("%s: is not a recording".formatted(path), e);
      }
    }

    private static RecordedEntry entry(ByteBuffer bytes) {
      int partition = bytes.getInt();
      long offset = bytes.getLong();
      long timestamp = bytes.getLong();
      String key = new String(take(bytes, bytes.getInt()), UTF_8);
      int length = bytes.getInt();
      return new RecordedEntry(
          partition, offset, timestamp, key, length == NO_VALUE ? null : take(bytes, length));
    }

    private static byte[] take(ByteBuffer bytes, int length) {
      if (length < 0 || length > bytes.remaining()) {
        throw new IllegalArgumentException("a length of " + length);
      }
      byte[] taken = new byte[length];
      bytes.get(taken);
      return taken;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
