package io.gazeshift.trials.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

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
    return Shell.run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString())
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
    if (!Shell.run("mount", "-o", how, directory.toString())) {
      throw new IOException("cannot " + how + " " + directory);
    }
  }

  /** Even while a file there is still open. */
  @Override
  public void close() throws InterruptedException {
    Shell.run("umount", "-l", directory.toString());
  }
}
