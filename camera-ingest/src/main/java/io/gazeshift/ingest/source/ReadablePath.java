package io.gazeshift.ingest.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks a path and explains why it cannot be used, before a library fails with an obscure message.
 */
public final class ReadablePath {

  private ReadablePath() {}

  /** Rejects what is not there, or not for this user. */
  public static void check(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException("%s does not exist; check the path".formatted(path));
    }
    if (!Files.isReadable(path)) {
      throw new IOException(
          "%s is not readable by user %s; change its permissions"
              .formatted(path, System.getProperty("user.name")));
    }
  }
}
