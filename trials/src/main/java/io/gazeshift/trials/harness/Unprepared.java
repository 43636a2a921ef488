package io.gazeshift.trials.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The distribution as it is before {@code bin/gazeshift-prepare}: processes that start meanwhile
 * unpack their native libraries. Closing it undoes that.
 */
public final class Unprepared implements AutoCloseable {

  private final Path marker =
      Path.of(System.getProperty("gazeshift.distribution"), "native", "complete");
  private final Path hidden = marker.resolveSibling("complete.hidden");
  private final boolean wasPrepared;

  public Unprepared() throws IOException {
    // A trial that was killed has left it hidden.
    if (Files.exists(hidden)) {
      Files.move(hidden, marker, StandardCopyOption.REPLACE_EXISTING);
    }
    wasPrepared = Files.exists(marker);
    if (wasPrepared) {
      Files.move(marker, hidden);
    }
  }

  @Override
  public void close() {
    if (wasPrepared) {
      try {
        Files.move(hidden, marker);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
