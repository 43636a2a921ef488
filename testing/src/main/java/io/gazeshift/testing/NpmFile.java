package io.gazeshift.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file of a package of the npm registry, kept below the build's directory. */
public final class NpmFile {

  private NpmFile() {}

  /**
   * Fetches it, unless it is there; skips the test where npm cannot.
   *
   * @param name of the package
   * @param file its path in the package's archive
   */
  public static Path fetch(String name, String version, String file)
      throws IOException, InterruptedException {
    Path downloads = Path.of("target", "npm", name);
    Path fetched = downloads.resolve(file);
    if (!Files.exists(fetched)) {
      Files.createDirectories(downloads);
      boolean there =
          succeeds(downloads, "npm", "pack", name + "@" + version, "--silent")
              && succeeds(downloads, "tar", "-xzf", name + "-" + version + ".tgz", file);
      RequiredTools.tool("npm", there, "npm cannot fetch %s@%s".formatted(name, version));
    }
    return fetched;
  }

  private static boolean succeeds(Path directory, String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
