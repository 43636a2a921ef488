package io.gazeshift.ingest.facemodels;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Reads the few entries we want out of a gzipped tar archive whose hash is known. */
final class Tarball {

  private static final int BLOCK = 512;
  private static final int NAME_LENGTH = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;

  private Tarball() {}

  /** The wanted entries that are there, by name. */
  static Map<String, byte[]> entries(byte[] gzipped, Set<String> wanted) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    byte[] header = new byte[BLOCK];
    try (DataInputStream in =
        new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(gzipped)))) {
      while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
        String name = text(header, 0, NAME_LENGTH);
        int size = Integer.parseInt(text(header, SIZE_AT, SIZE_LENGTH), 8);
        if (wanted.contains(name)) {
          found.put(name, in.readNBytes(size));
        } else {
          in.skipNBytes(size);
        }
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
      }
    } catch (NumberFormatException e) {
      throw new IOException("not a tar archive: " + e.getMessage(), e);
    }
    return found;
  }

  /** Fields are padded by zeros or spaces. */
  private static String text(byte[] header, int from, int length) {
    String padded = new String(header, from, length, StandardCharsets.US_ASCII);
    int end = padded.indexOf('\0');
    return (end < 0 ? padded : padded.substring(0, end)).strip();
  }
}
