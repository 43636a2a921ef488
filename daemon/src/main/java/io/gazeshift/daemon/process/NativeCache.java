package io.gazeshift.daemon.process;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/**
 * Chooses where native libraries are: in the directory that {@link NativePreparation} has filled,
 * else unpacked below the user's home or, if that has no space, below the directory for temporary
 * files. JavaCPP, which unpacks them, checks permissions but not space.
 */
public final class NativeCache {

  /** Set by the start script if the distribution is prepared. */
  private static final String PREPARED = "gazeshift.natives";

  private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

  /** The size of all libraries, with a margin. */
  private static final long NEEDED_BYTES = 300L << 20;

  private NativeCache() {}

  /** Call it before the first library is loaded; it keeps a property that is already set. */
  public static void choose() {
    String prepared = System.getProperty(PREPARED);
    if (System.getProperty(PROPERTY) == null && (prepared == null || !isUsed(Path.of(prepared)))) {
      instead(
              Path.of(System.getProperty("user.home", "/")),
              Path.of(System.getProperty("java.io.tmpdir")),
              NEEDED_BYTES)
          .ifPresent(directory -> System.setProperty(PROPERTY, directory.toString()));
    }
  }

  /** Whether JavaCPP takes its libraries from there. */
  private static boolean isUsed(Path prepared) {
    if (Files.isWritable(prepared)) {
      System.setProperty(PROPERTY, prepared.toString());
      return true;
    }
    return isForced(prepared);
  }

  /** JavaCPP rejects a cache that it cannot write, even if there is nothing to be written. */
  private static boolean isForced(Path prepared) {
    try {
      Field cache = Loader.class.getDeclaredField("cacheDir");
      cache.setAccessible(true);
      cache.set(null, prepared.toRealPath().toFile());
      return true;
    } catch (ReflectiveOperationException | IOException | RuntimeException e) {
      // Another JavaCPP: it unpacks.
      return false;
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
