package io.gazeshift.benchmarks.cli;

import io.gazeshift.benchmarks.glsge.GateBench;
import io.gazeshift.benchmarks.glsge.GateBenchSettings;
import io.gazeshift.benchmarks.glsge.GateReport;
import io.gazeshift.benchmarks.glsge.GateTable;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.glsge.gate.GateBounds;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = "Test the gate with good and harmful heads on rendered domains.")
final class GateBenchCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private ScenarioOptions options;

  @Option(names = "--quick", description = "Omit the candidates that take long to train.")
  private boolean quick;

  GateBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    GateBench bench = new GateBench(settings(), GateBounds.DEFAULT);
    GateReport report;
    try (CommandProgress progress = new CommandProgress(console, "judging")) {
      progress.accept(0);
      report = bench.run(progress);
    }
    options.print(console, report, GateTable::lines);
    return ExitCode.DONE;
  }

  private GateBenchSettings settings() {
    int seeds = options.seeds();
    GateBenchSettings settings =
        (quick ? GateBenchSettings.quick(seeds) : GateBenchSettings.full(seeds))
            .withFirstSeed(options.firstSeed());
    return options.scenarios().map(settings::withScenarios).orElse(settings);
  }
}
