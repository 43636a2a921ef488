package io.gazeshift.ingest.facemodels;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Reads the few entries we want out of a gzipped tar archive whose hash is known. */
final class Tarball {

  private Tarball() {}

  /** The wanted entries that are there, by name. */
  static Map<String, byte[]> entries(byte[] gzipped, Set<String> wanted) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    try (TarArchiveInputStream in =
        new TarArchiveInputStream(new GZIPInputStream(new ByteArrayInputStream(gzipped)))) {
      for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (wanted.contains(entry.getName())) {
          found.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return found;
  }
}
