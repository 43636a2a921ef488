package io.gazeshift.daemon.ops;

import io.gazeshift.common.UserError;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * The Prometheus that is installed on this machine, and the rules it is to judge by.
 *
 * @param executable the program
 * @param rules our alerts, as in its rule_files
 */
public record Prometheus(Path executable, Path rules) {

  /** Where bin/gazeshift says that the distribution lies. */
  private static final String HOME = "gazeshift.home";

  private static final String RULES = "alerts/gazeshift.rules.yaml";

  /**
   * Looks for it on the PATH, and for the rules in the distribution.
   *
   * @throws UserError where one of them is not there
   */
  public static Prometheus installed(Map<String, String> environment) {
    Path rules = Path.of(System.getProperty(HOME, "")).resolve(RULES).toAbsolutePath();
    if (!Files.isReadable(rules)) {
      throw new UserError(
          "prometheus: no rules at %s; start bin/gazeshift of the distribution".formatted(rules));
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
   * Starts one that reads the metrics of a process; returns when it can be asked.
   *
   * @param url of that process, as in {@link Operations#url()}
   * @throws UserError where it does not start; nothing is left of it then
   */
  public PrometheusProcess watch(String url) throws InterruptedException {
    return PrometheusProcess.start(this, url);
  }
}
