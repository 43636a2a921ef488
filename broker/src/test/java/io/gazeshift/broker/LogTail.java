package io.gazeshift.broker;

import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The last batch in the log of one partition, of a broker that is down. Without it the log is as if
 * the kill had come before it was written.
 *
 * @param start where the batch begins in the file
 * @param control whether it ends a transaction
 */
record LogTail(Path log, long start, boolean control) {

  private static final int LENGTH_AT = 8;
  private static final int HEADER_BYTES = 12;
  private static final int ATTRIBUTES_AT = 21;
  private static final int CONTROL_BIT = 0x20;

  static LogTail of(Path partition) throws IOException {
    Path log = partition.resolve("00000000000000000000.log");
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(log));
    int last = 0;
    // The file may be longer than what is written in it.
    for (int next = 0; next + HEADER_BYTES < bytes.limit(); ) {
      int length = bytes.getInt(next + LENGTH_AT);
      if (length == 0) {
        break;
      }
      last = next;
      next += HEADER_BYTES + length;
    }
    return new LogTail(log, last, (bytes.getShort(last + ATTRIBUTES_AT) & CONTROL_BIT) != 0);
  }

  void cut() throws IOException {
    try (FileChannel file = FileChannel.open(log, WRITE)) {
      file.truncate(start);
    }
    assertThat(Files.size(log)).isEqualTo(start);
  }
}
