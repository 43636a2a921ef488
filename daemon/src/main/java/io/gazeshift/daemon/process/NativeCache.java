package io.gazeshift.daemon.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Chooses where native libraries are unpacked: below the user's home or, if that has no space,
 * below the directory for temporary files. JavaCPP, which unpacks them, checks permissions but not
 * space.
 */
public final class NativeCache {

  private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

  /** The size of all libraries, with a margin. */
  private static final long NEEDED_BYTES = 300L << 20;

  private NativeCache() {}

  /** Call it before the first library is loaded; it keeps a property that is already set. */
  public static void choose() {
    if (System.getProperty(PROPERTY) == null) {
      instead(
              Path.of(System.getProperty("user.home", "/")),
              Path.of(System.getProperty("java.io.tmpdir")),
              NEEDED_BYTES)
          .ifPresent(directory -> System.setProperty(PROPERTY, directory.toString()));
    }
  }

  /** The directory to use instead of the default; empty if the default has space. */
  static Optional<Path> instead(Path home, Path temporary, long neededBytes) {
    try {
      Path usual = home.resolve(".javacpp/cache");
      boolean crowded = isEmpty(usual) && Files.getFileStore(home).getUsableSpace() < neededBytes;
      return crowded ? Optional.of(temporary.resolve("gazeshift-javacpp")) : Optional.empty();
    } catch (IOException e) {
      // No home directory; JavaCPP handles that.
      return Optional.empty();
    }
  }

  /** A filled cache needs no space. */
  private static boolean isEmpty(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return true;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }
}
