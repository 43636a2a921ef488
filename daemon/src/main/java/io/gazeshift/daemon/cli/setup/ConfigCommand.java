package io.gazeshift.daemon.cli.setup;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.EffectiveConfig.Row;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Print the effective configuration and where each value comes from.")
public final class ConfigCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--example",
      description = "Print a commented configuration file with every key, and exit.")
  private boolean example;

  public ConfigCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (example) {
      console.out().print(GazeshiftConfig.schema().exampleYaml());
      console.out().flush();
      return ExitCode.DONE;
    }
    EffectiveConfig config = options.loadEffective(new Flags());
    // Building the sections finds what no single value shows, such as two cameras of one id.
    GazeshiftConfig.from(config);
    List<Row> rows = config.describe();
    int paths = rows.stream().mapToInt(row -> row.path().length()).max().orElse(0);
    int values = rows.stream().mapToInt(row -> shown(row).length()).max().orElse(0);
    for (Row row : rows) {
      console
          .out()
          .printf(
              "%s  %s  %s%n", padded(row.path(), paths), padded(shown(row), values), row.origin());
    }
    return ExitCode.DONE;
  }

  /** An empty value must not look like a missing column. */
  private static String shown(Row row) {
    return row.value().isEmpty() ? "''" : row.value();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
