package io.gazeshift.daemon.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * What formatting leaves in Kafka's directory. Kafka does not flush it: a machine or a disk that
 * fails soon after the first start leaves empty files, with which no broker starts ever again.
 *
 * @param directory Kafka's own
 */
record Formatting(Path directory) {

  /** The cluster's id, and what its metadata begin with. */
  private static final List<String> FILES = List.of("meta.properties", "bootstrap.checkpoint");

  /** Made by a broker that has started: from then on the files above are on the disk. */
  private static final String METADATA = "__cluster_metadata-0";

  /** Whether it was done, to the end. */
  boolean isDone() throws IOException {
    if (Files.exists(directory.resolve(METADATA))) {
      return true;
    }
    for (String name : FILES) {
      Path file = directory.resolve(name);
      if (!Files.exists(file) || Files.size(file) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Removes what one that was cut short has left: Kafka refuses to format over it. */
  void clear() throws IOException {
    for (String name : FILES) {
      Files.deleteIfExists(directory.resolve(name));
    }
  }

  /** Returns when it is on the disk. */
  void flush() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        force(file);
      }
    }
    force(directory);
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
