package io.gazeshift.daemon.backup;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.common.Sha256;
import java.io.IOException;

/** One record of a topic in a backup. Do not modify its value. */
@SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
record BackupRecord(String topic, String key, byte[] value) {

  /**
   * Reads a line.
   *
   * @throws IOException if it is not a record, or its value does not match its checksum
   */
  static BackupRecord of(JsonNode line) throws IOException {
    byte[] value = line.path("value").binaryValue();
    if (value == null || !line.path("topic").isTextual() || !line.path("key").isTextual()) {
      throw new IOException("a line is not a record");
    }
    String topic = line.path("topic").asText();
    String key = line.path("key").asText();
    if (!sha256(value).equals(line.path("sha256").asText())) {
      throw new IOException(
          "%s of %s does not match its SHA-256".formatted(printable(key), printable(topic)));
    }
    return new BackupRecord(topic, key, value);
  }

  /** Quoted for a message, without control characters. */
  static String printable(String text) {
    return "'" + text.replaceAll("\\p{Cntrl}", "?") + "'";
  }

  static String sha256(byte[] bytes) {
    return Sha256.hex(bytes);
  }
}
