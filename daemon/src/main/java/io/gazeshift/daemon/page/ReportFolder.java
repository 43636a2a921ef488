package io.gazeshift.daemon.page;

import io.gazeshift.common.http.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Serves the adaptation reports in this machine's report directory, and nothing else. */
final class ReportFolder {

  /** No slash and no leading dot, so that it cannot leave the directory. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,150}\\.html");

  private static final int MOST_BYTES = 8 << 20;

  private final Path directory;

  ReportFolder(Path directory) {
    this.directory = directory;
  }

  boolean has(String name) {
    return NAME.matcher(name).matches()
        && Files.isRegularFile(directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  Answer report(String name) {
    if (!has(name)) {
      return Answer.text(404, "no such report on this machine\n");
    }
    try (InputStream in =
        Files.newInputStream(directory.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
      byte[] page = in.readNBytes(MOST_BYTES + 1);
      return page.length > MOST_BYTES
          ? Answer.text(500, "the report is too large\n")
          : new Answer(200, "text/html; charset=utf-8", page);
    } catch (IOException e) {
      return Answer.text(404, "cannot read the report\n");
    }
  }
}
