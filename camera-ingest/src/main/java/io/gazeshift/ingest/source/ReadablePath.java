package io.gazeshift.ingest.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says in plain words why a path cannot be used, before a library says it in its own. */
public final class ReadablePath {

  private ReadablePath() {}

  /** Refuses what is not there, or not for this user. */
  public static void check(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException("%s is not there; check the path".formatted(path));
    }
    if (!Files.isReadable(path)) {
      throw new IOException(
          "%s may not be read by user %s; give it that right"
              .formatted(path, System.getProperty("user.name")));
    }
  }
}
