package io.gazeshift.trials.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A disk that takes so many bytes a second and no more; needs Debian's package bindfs. */
public final class SlowDisk implements AutoCloseable {

  private final Path directory;

  private SlowDisk(Path directory) {
    this.directory = directory;
  }

  /** Nothing where there is no bindfs, or this user may not mount. */
  public static Optional<SlowDisk> mount(Path directory, int kibibytesPerSecond)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path below =
        Files.createDirectories(directory.resolveSibling(directory.getFileName() + "-below"));
    return Shell.run(
            "bindfs",
            "--write-rate=%dk".formatted(kibibytesPerSecond),
            below.toString(),
            directory.toString())
        ? Optional.of(new SlowDisk(directory))
        : Optional.empty();
  }

  public Path directory() {
    return directory;
  }

  @Override
  public void close() throws InterruptedException {
    Shell.run("umount", "-l", directory.toString());
  }
}
