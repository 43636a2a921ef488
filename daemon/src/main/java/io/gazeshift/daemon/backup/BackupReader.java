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

/** Reads what {@link BackupWriter} has written, record by record. */
final class BackupReader {

  private static final int BUFFER_BYTES = 1 << 16;

  /** Whoever takes the records, one at a time. */
  interface Taker {
    void take(BackupRecord record);
  }

  private BackupReader() {}

  /**
   * Hands over every record, in their order.
   *
   * @throws UserError where the file is no backup, another one's, cut or damaged; what came before
   *     has been handed over by then
   */
  static void read(Path file, Taker taker) {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER_BYTES);
        MappingIterator<JsonNode> lines =
            new JsonMapper().readerFor(JsonNode.class).readValues(in)) {
      int format = next(lines).path(BackupWriter.FORMAT).asInt();
      if (format != BackupWriter.FORMAT_VERSION) {
        throw new IOException(
            format == 0
                ? "its first line does not say that it is one"
                : "it has format %d, this program reads %d"
                    .formatted(format, BackupWriter.FORMAT_VERSION));
      }
      long records = 0;
      JsonNode line = next(lines);
      while (!line.has(BackupWriter.RECORDS)) {
        taker.take(BackupRecord.of(line));
        records++;
        line = next(lines);
      }
      if (line.path(BackupWriter.RECORDS).asLong() != records || lines.hasNextValue()) {
        throw new IOException("it does not hold as many records as it says");
      }
    } catch (IOException e) {
      throw new UserError(
          "%s: is no backup, or a damaged one: %s; take another".formatted(file, problem(e)), e);
    }
  }

  private static JsonNode next(MappingIterator<JsonNode> lines) throws IOException {
    if (!lines.hasNextValue()) {
      throw new IOException("its end is missing");
    }
    return lines.nextValue();
  }

  private static String problem(IOException e) {
    // A parser's message quotes the file, over several lines.
    boolean parser = e instanceof JsonProcessingException || e.getMessage() == null;
    return parser ? "it cannot be read to its end" : e.getMessage();
  }
}
