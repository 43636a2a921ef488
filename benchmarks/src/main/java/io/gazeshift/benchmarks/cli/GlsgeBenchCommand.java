package io.gazeshift.benchmarks.cli;

import io.gazeshift.benchmarks.glsge.BenchReport;
import io.gazeshift.benchmarks.glsge.BenchSettings;
import io.gazeshift.benchmarks.glsge.BenchTable;
import io.gazeshift.benchmarks.glsge.ScenarioBench;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "glsge",
    mixinStandardHelpOptions = true,
    description = "Compare adaptation methods on rendered eyes.")
final class GlsgeBenchCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private ScenarioOptions options;

  @Option(
      names = "--frames",
      paramLabel = "LIST",
      split = ",",
      description =
          "Target sizes in frames, multiples of 5; prints one table for each. Default:"
              + " 1000,100; with --quick 1000.")
  private List<Integer> frames = List.of();

  @Option(names = "--quick", description = "Omit the ablation and the small targets.")
  private boolean quick;

  @Option(
      names = "--no-mirror",
      description = "Omit mirrored frames from the labelled bank that safe adaptation trains on.")
  private boolean noMirror;

  GlsgeBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    ScenarioBench bench = new ScenarioBench(settings());
    BenchReport report;
    try (CommandProgress progress = new CommandProgress(console, "adapting")) {
      progress.accept(0);
      report = bench.run(progress);
    }
    options.print(console, report, BenchTable::lines);
    return ExitCode.DONE;
  }

  private BenchSettings settings() {
    int seeds = options.seeds();
    BenchSettings settings =
        (quick ? BenchSettings.quick(seeds) : BenchSettings.full(seeds))
            .withFirstSeed(options.firstSeed());
    if (!frames.isEmpty()) {
      if (frames.stream().anyMatch(n -> n < 5 || n % 5 != 0)) {
        throw UserError.usage("--frames: use multiples of 5, got %s".formatted(frames));
      }
      settings = settings.withFrames(frames);
    }
    if (noMirror) {
      settings = settings.withoutMirrorImages();
    }
    return options.scenarios().map(settings::withScenarios).orElse(settings);
  }
}
