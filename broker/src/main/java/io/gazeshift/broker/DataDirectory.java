package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Creates the broker's directories, or explains in one line why they cannot be used. */
final class DataDirectory {

  /** Kafka's own: a running broker holds a lock on it. */
  private static final String LOCK_FILE = ".lock";

  private static final Duration POLL = Duration.ofMillis(100);

  private final BrokerSettings settings;

  DataDirectory(BrokerSettings settings) {
    this.settings = settings;
  }

  /** Waits a while for a broker that holds it: one whose parent was killed is about to end. */
  void prepare() throws InterruptedException {
    try {
      Files.createDirectories(settings.kafkaDir());
      Files.createDirectories(settings.logDir());
      rejectInUse();
      rejectFull();
    } catch (IOException e) {
      throw new UserError(
          ("broker.data-dir: cannot write to %s (%s); set a directory that this user may"
                  + " write to")
              .formatted(settings.dataDir(), reason(e)),
          e);
    }
  }

  private void rejectInUse() throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + settings.stopTimeout().toNanos();
    while (isLocked(settings.kafkaDir().resolve(LOCK_FILE))) {
      if (System.nanoTime() - deadlineNanos >= 0) {
        throw new UserError(
            ("broker.data-dir: %s is in use by another running broker; stop it, or set another"
                    + " directory")
                .formatted(settings.dataDir()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
    }
  }

  private void rejectFull() throws IOException {
    long freeMiB = Files.getFileStore(settings.kafkaDir()).getUsableSpace() >> 20;
    if (freeMiB < settings.minFreeMiB()) {
      throw new UserError(
          ("broker.data-dir: %s has %d MiB of free disk space, but %d are needed; free"
                  + " some, or set a directory on another disk")
              .formatted(settings.dataDir(), freeMiB, settings.minFreeMiB()));
    }
  }

  /** Whether a broker runs on this directory now. */
  static boolean isInUse(BrokerSettings settings) throws IOException {
    Path lockFile = settings.kafkaDir().resolve(LOCK_FILE);
    return Files.exists(lockFile) && isLocked(lockFile);
  }

  private static boolean isLocked(Path lockFile) throws IOException {
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    }
  }

  /** The system's own words; a {@link FileSystemException}'s message begins with a path. */
  private static String reason(IOException e) {
    if (e instanceof FileAlreadyExistsException) {
      return "it is a file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    return e instanceof NoSuchFileException
        ? "the directory cannot be created"
        : String.valueOf(e.getMessage());
  }
}
