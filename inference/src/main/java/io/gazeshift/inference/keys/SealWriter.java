package io.gazeshift.inference.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes the bytes that a signature covers, as specified in the contract. */
final class SealWriter {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  /**
   * @param purpose stands first, so that no signature of one kind of record passes for another's
   */
  SealWriter(String purpose) {
    write(to -> to.write(purpose.getBytes(UTF_8)));
  }

  /** The length stands before, so that no two records have the same bytes. */
  SealWriter text(String text) {
    return bytes(text.getBytes(UTF_8));
  }

  SealWriter bytes(byte[] value) {
    return write(
        to -> {
          to.writeInt(value.length);
          to.write(value);
        });
  }

  SealWriter whole(long value) {
    return write(to -> to.writeLong(value));
  }

  SealWriter count(int value) {
    return write(to -> to.writeInt(value));
  }

  SealWriter number(double value) {
    return write(to -> to.writeDouble(value));
  }

  SealWriter flag(boolean value) {
    return write(to -> to.writeBoolean(value));
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private SealWriter write(Writing writing) {
    try {
      writing.to(out);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
  }
}
