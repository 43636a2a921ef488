package io.gazeshift.trials.harness;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A disk that turns read-only under those who write to it, as Linux does with one that fails: an
 * ext4 in a file, told that it has an error. Needs the right to mount.
 */
public final class FailingDisk implements AutoCloseable {

  private final Path image;
  private final Path directory;

  private FailingDisk(Path image, Path directory) {
    this.image = image;
    this.directory = directory;
  }

  /** Nothing where this user may not mount. */
  public static Optional<FailingDisk> mount(Path directory, int mebibytes)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path image = directory.resolveSibling(directory.getFileName() + ".img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) mebibytes << 20);
    }
    FailingDisk disk = new FailingDisk(image, directory);
    return Shell.run("mkfs.ext4", "-q", "-F", image.toString()) && disk.mount()
        ? Optional.of(disk)
        : Optional.empty();
  }

  private boolean mount() throws InterruptedException {
    return Shell.run(
        "mount", "-o", "loop,errors=remount-ro", image.toString(), directory.toString());
  }

  public Path directory() {
    return directory;
  }

  /** From now on all writes fail, also to open files; earlier data remains. */
  public void fail() throws IOException, InterruptedException {
    Shell.run("sync", "-f", directory.toString());
    FileStore store = Files.getFileStore(directory);
    Path device = Path.of(store.name()).getFileName();
    Files.writeString(Path.of("/sys/fs/ext4", device.toString(), "trigger_fs_error"), "1");
  }

  /** Checked and mounted again, as an operator would; all users of it must have ended. */
  public void repair() throws IOException, InterruptedException {
    Shell.run("umount", directory.toString());
    Shell.run("e2fsck", "-f", "-y", image.toString());
    if (!mount()) {
      throw new IOException("cannot mount again: " + image);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    Shell.run("umount", "-l", directory.toString());
    Files.deleteIfExists(image);
  }
}
