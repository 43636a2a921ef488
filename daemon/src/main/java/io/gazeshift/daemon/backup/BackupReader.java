package io.gazeshift.daemon.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads a file of {@link BackupWriter} record by record. */
final class BackupReader {

  private static final int BUFFER_BYTES = 1 << 16;

  /** Receives the records, one at a time. */
  interface Visitor {
    void take(BackupRecord record);
  }

  private BackupReader() {}

  /**
   * Passes on every record in order.
   *
   * @throws UserError if the file is not a backup, of another format, truncated or damaged; earlier
   *     records have been passed on by then
   */
  static void read(Path file, Visitor visitor) {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER_BYTES);
        MappingIterator<JsonNode> lines =
            new JsonMapper().readerFor(JsonNode.class).readValues(in)) {
      int format = next(lines).path(BackupWriter.FORMAT).asInt();
      if (format != BackupWriter.FORMAT_VERSION) {
        throw new IOException(
            format == 0
                ? "the first line is not that of a backup"
                : "format %d, this program reads %d"
                    .formatted(format, BackupWriter.FORMAT_VERSION));
      }
      long records = 0;
      JsonNode line = next(lines);
      while (!line.has(BackupWriter.RECORDS)) {
        visitor.take(BackupRecord.of(line));
        records++;
        line = next(lines);
      }
      if (line.path(BackupWriter.RECORDS).asLong() != records || lines.hasNextValue()) {
        throw new IOException("the number of records is wrong");
      }
    } catch (IOException e) {
      throw new UserError(
          "%s: not a backup, or damaged: %s; use another backup".formatted(file, problem(e)), e);
    }
  }

  private static JsonNode next(MappingIterator<JsonNode> lines) throws IOException {
    if (!lines.hasNextValue()) {
      throw new IOException("the end is missing");
    }
    return lines.nextValue();
  }

  private static String problem(IOException e) {
    // A parser's message quotes the file, over several lines.
    boolean parser = e instanceof JsonProcessingException || e.getMessage() == null;
    return parser ? "it cannot be read to the end" : e.getMessage();
  }
}
