package io.gazeshift.benchmarks.cli;

import io.gazeshift.common.cli.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Without a sub-command it measures inference, which it also takes the options of. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[COMMAND]",
    description = "Measure speed or adaptation. Without a subcommand, runs 'infer'.")
final class BenchCommand implements Callable<Integer> {

  @Mixin private final InferBenchCommand infer;

  private BenchCommand(Console console) {
    this.infer = new InferBenchCommand(console);
  }

  static CommandLine line(Console console) {
    return new CommandLine(new BenchCommand(console))
        .addSubcommand(new InferBenchCommand(console))
        .addSubcommand(new RollbackBenchCommand(console))
        .addSubcommand(new StreamBenchCommand(console))
        .addSubcommand(new IngestBenchCommand(console))
        .addSubcommand(new AdaptBenchCommand(console))
        .addSubcommand(new GlsgeBenchCommand(console))
        .addSubcommand(new GateBenchCommand(console))
        .addSubcommand(new TargetsBenchCommand(console));
  }

  @Override
  public Integer call() throws Exception {
    return infer.call();
  }
}
