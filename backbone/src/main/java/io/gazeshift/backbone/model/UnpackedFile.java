package io.gazeshift.backbone.model;

import io.gazeshift.common.Sha256;
import io.gazeshift.common.UserError;
import io.gazeshift.common.config.BaseDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/**
 * Unpacks a bundled file once: below the first writable directory of a list, in a directory named
 * after the content, so that versions of the program do not interfere.
 *
 * @param directories tried one after another
 */
record UnpackedFile(List<Path> directories) {

  private static final int NAME_LENGTH = 16;

  /** The user's cache, or where there is none to write to, the directory for temporary files. */
  static UnpackedFile usual() {
    return new UnpackedFile(
        List.of(
            BaseDirectories.cache(System.getenv()).resolve("gazeshift/models"),
            Path.of(System.getProperty("java.io.tmpdir"), "gazeshift-models")));
  }

  Path unpack(String name, byte[] content) {
    IOException problem = null;
    for (Path directory : directories) {
      try {
        return unpack(directory.resolve(digest(content)), name, content);
      } catch (IOException e) {
        problem = e;
      }
    }
    throw new UserError(
        "%s: cannot unpack it to any of %s (%s); make one of them writable"
            .formatted(name, directories, problem),
        problem);
  }

  private static Path unpack(Path directory, String name, byte[] content) throws IOException {
    Path file = directory.resolve(name);
    // Whatever stands there may have been cut short or changed.
    if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content)) {
      return file;
    }
    Files.createDirectories(directory);
    Path written = Files.createTempFile(directory, name, ".new");
    try {
      Files.write(written, content);
      // At once: another process may be about to do the same.
      return Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  private static String digest(byte[] content) {
    return Sha256.hex(content).substring(0, NAME_LENGTH);
  }
}
