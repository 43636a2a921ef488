package io.gazeshift.daemon.ops;

import io.gazeshift.common.UserError;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * The Prometheus installed on this machine, and the alert rules for it.
 *
 * @param executable the program
 * @param rules the alerts of this distribution
 */
public record Prometheus(Path executable, Path rules) {

  /** The directory of the distribution, set by bin/gazeshift. */
  private static final String HOME = "gazeshift.home";

  private static final String RULES = "alerts/gazeshift.rules.yaml";

  /**
   * Finds Prometheus on the PATH, and the rules in the distribution.
   *
   * @throws UserError if one of them is missing
   */
  public static Prometheus installed(Map<String, String> environment) {
    Path rules = Path.of(System.getProperty(HOME, "")).resolve(RULES).toAbsolutePath();
    if (!Files.isReadable(rules)) {
      throw new UserError(
          "prometheus: no alert rules at %s; start the demo with bin/gazeshift of the distribution".formatted(rules));
    }
    return new Prometheus(find("prometheus", environment.getOrDefault("PATH", "")), rules);
  }

  static Path find(String name, String searchPath) {
    return Arrays.stream(searchPath.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst()
        .orElseThrow(
            () ->
                new UserError(
                    "%s: not on the PATH; install it (Debian and Ubuntu: apt-get install prometheus)"
                        .formatted(name)));
  }

  /**
   * Starts Prometheus on the metrics of a process; returns once it is ready.
   *
   * @param url of that process, as in {@link Operations#url()}
   * @throws UserError if it does not start; leaves nothing behind
   */
  public PrometheusProcess watch(String url) throws InterruptedException {
    return PrometheusProcess.start(this, url);
  }
}
