package io.gazeshift.common.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary directory for the data of a broker, deleted afterwards. */
public record ScratchDirectory(Path path) implements AutoCloseable {

  public static ScratchDirectory make() throws IOException {
    return new ScratchDirectory(Files.createTempDirectory("gazeshift-bench"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
