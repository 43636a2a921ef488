package io.gazeshift.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Held from looking for a running broker until one is announced, so that two processes on one data
 * directory do not both start one. Ends with its process, however that ends.
 */
public final class StartLock implements AutoCloseable {

  private static final String FILE = "start.lock";

  private final FileChannel channel;
  private final FileLock lock;

  private StartLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Waits for its turn. Where the directory cannot be written it holds nothing: the start says why.
   */
  public static StartLock take(Path dataDir) {
    FileChannel channel = null;
    try {
      Files.createDirectories(dataDir);
      channel =
          FileChannel.open(
              dataDir.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new StartLock(channel, channel.lock());
    } catch (IOException e) {
      closeQuietly(channel);
      return new StartLock(null, null);
    }
  }

  @Override
  public void close() {
    closeQuietly(lock);
    closeQuietly(channel);
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Exception e) {
      // The lock ends with the process at the latest.
      return;
    }
  }
}
