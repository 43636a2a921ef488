package io.gazeshift.trials.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A disk in memory that can be filled and made read-only; needs the right to mount. */
public final class SmallDisk implements AutoCloseable {

  private static final String FILLER = "filler";

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  /** Nothing where this user may not mount. */
  public static Optional<SmallDisk> mount(Path directory, int mebibytes)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    String size = "size=%dm".formatted(mebibytes);
    return run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString())
        ? Optional.of(new SmallDisk(directory))
        : Optional.empty();
  }

  public Path directory() {
    return directory;
  }

  /** To the last byte. */
  public void fill() {
    byte[] block = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(directory.resolve(FILLER))) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      // Full.
    }
  }

  public void free() throws IOException {
    Files.deleteIfExists(directory.resolve(FILLER));
  }

  public void readOnly(boolean readOnly) throws IOException, InterruptedException {
    String how = readOnly ? "remount,ro" : "remount,rw";
    if (!run("mount", "-o", how, directory.toString())) {
      throw new IOException("cannot " + how + " " + directory);
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Even while somebody still has a file open there. */
  @Override
  public void close() throws IOException, InterruptedException {
    run("umount", "-l", directory.toString());
  }
}
