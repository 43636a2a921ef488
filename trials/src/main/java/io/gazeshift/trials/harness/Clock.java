package io.gazeshift.trials.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A clock on the wall for processes that are started with its {@link #environment}, which can be
 * set at any time. Their other clocks go on as ever, as those of a machine do.
 */
public final class Clock {

  private final Path library;
  private final Path seconds;

  private Clock(Path library, Path seconds) {
    this.library = library;
    this.seconds = seconds;
  }

  /** Right, at first; nothing where there is no C compiler. */
  public static Optional<Clock> make(Path home) throws IOException, InterruptedException {
    Path source = home.resolve("clock.c");
    Path library = home.resolve("clock.so");
    try (InputStream in = Clock.class.getResourceAsStream("clock.c")) {
      Files.write(source, in.readAllBytes());
    }
    if (!Shell.run(
        "cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString(), "-ldl")) {
      return Optional.empty();
    }
    Clock clock = new Clock(library, home.resolve("clock"));
    clock.set(0);
    return Optional.of(clock);
  }

  /** So many seconds ahead of what is right, or behind, from now on. */
  public void set(long secondsAhead) throws IOException {
    byte[] bytes =
        ByteBuffer.allocate(Long.BYTES)
            .order(ByteOrder.nativeOrder())
            .putLong(secondsAhead)
            .array();
    // In place: the processes have the file before them in memory.
    try (RandomAccessFile file = new RandomAccessFile(seconds.toFile(), "rw")) {
      file.write(bytes);
    }
  }

  public Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "TRIAL_CLOCK", seconds.toString());
  }
}
