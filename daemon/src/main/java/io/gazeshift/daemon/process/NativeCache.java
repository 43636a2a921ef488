package io.gazeshift.daemon.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where native libraries are unpacked: below the user's home, which is kept, or where that has no
 * room for them, below the directory for temporary files. The library that unpacks them looks
 * whether it may write, but not whether there is room.
 */
public final class NativeCache {

  private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

  /** What all of them take, and some more. */
  private static final long NEEDED_BYTES = 300L << 20;

  private NativeCache() {}

  /** To be called before the first of them is loaded; a property that is set stays. */
  public static void choose() {
    if (System.getProperty(PROPERTY) == null) {
      instead(
              Path.of(System.getProperty("user.home", "/")),
              Path.of(System.getProperty("java.io.tmpdir")),
              NEEDED_BYTES)
          .ifPresent(directory -> System.setProperty(PROPERTY, directory.toString()));
    }
  }

  /** The directory to use instead of the usual one; empty where that will do. */
  static Optional<Path> instead(Path home, Path temporary, long neededBytes) {
    try {
      Path usual = home.resolve(".javacpp/cache");
      boolean crowded = isEmpty(usual) && Files.getFileStore(home).getUsableSpace() < neededBytes;
      return crowded ? Optional.of(temporary.resolve("gazeshift-javacpp")) : Optional.empty();
    } catch (IOException e) {
      // No home; the library knows what to do then.
      return Optional.empty();
    }
  }

  /** One that is filled needs no room. */
  private static boolean isEmpty(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return true;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }
}
