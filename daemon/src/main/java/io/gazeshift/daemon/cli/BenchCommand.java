package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Without a sub-command it measures the path, which it also takes the options of. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[COMMAND]",
    description = "Measure speed ('path', which is also done without a command) or adaptation.")
final class BenchCommand implements Callable<Integer> {

  @Mixin private final PathBenchCommand path;

  private BenchCommand(Console console) {
    this.path = new PathBenchCommand(console);
  }

  static CommandLine line(Console console) {
    return new CommandLine(new BenchCommand(console))
        .addSubcommand(new PathBenchCommand(console))
        .addSubcommand(new GlsgeBenchCommand(console));
  }

  @Override
  public Integer call() throws Exception {
    return path.call();
  }
}
