package io.gazeshift.daemon.backup;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes records as lines of JSON, compressed with gzip. The first line names the format, the last
 * one the number of records, so that a truncated file is recognised.
 */
final class BackupWriter implements AutoCloseable {

  static final String FORMAT = "gazeshift_backup";
  static final int FORMAT_VERSION = 1;
  static final String RECORDS = "records";

  private static final int BUFFER_BYTES = 1 << 16;

  private final JsonGenerator lines;
  private long records;

  /** Takes ownership of the stream. */
  BackupWriter(OutputStream to, Instant now) throws IOException {
    lines =
        new JsonFactory()
            .setRootValueSeparator("\n")
            .createGenerator(new GZIPOutputStream(to, BUFFER_BYTES), JsonEncoding.UTF8);
    lines.writeStartObject();
    lines.writeNumberField(FORMAT, FORMAT_VERSION);
    lines.writeStringField("created", now.toString());
    lines.writeEndObject();
  }

  void write(ProducerRecord<String, byte[]> record) throws IOException {
    lines.writeStartObject();
    lines.writeStringField("topic", record.topic());
    lines.writeStringField("key", record.key());
    lines.writeStringField("sha256", BackupRecord.sha256(record.value()));
    lines.writeBinaryField("value", record.value());
    lines.writeEndObject();
    records++;
  }

  /** Writes the last line, without which the file is rejected. */
  void finish() throws IOException {
    lines.writeStartObject();
    lines.writeNumberField(RECORDS, records);
    lines.writeEndObject();
    lines.writeRaw('\n');
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
