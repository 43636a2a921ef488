package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.ProgressBar;
import io.gazeshift.common.cli.StatusLine;
import io.gazeshift.daemon.model.BaselineModelMaker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "make-baseline",
    mixinStandardHelpOptions = true,
    description = "Make the baseline model from rendered faces; the built-in one is made by this.")
final class MakeBaselineCommand implements Callable<Integer> {

  private static final Duration PLAIN_PROGRESS_EVERY = Duration.ofSeconds(5);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(paramLabel = "DIR", description = "Where to write it; made if absent.")
  private Path directory;

  @Option(names = "--seed", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = BaselineModelMaker.DEFAULT_SEED;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Rendered faces to learn from. Default: ${DEFAULT-VALUE}.")
  private int samples = BaselineModelMaker.DEFAULT_SAMPLES;

  MakeBaselineCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    InstantSource clock = InstantSource.system();
    BaselineModelMaker.Report report;
    try (StatusLine status = new StatusLine(console, clock, PLAIN_PROGRESS_EVERY)) {
      ProgressBar bar = new ProgressBar(status, clock, "baseline");
      report =
          BaselineModelMaker.make(
              directory, seed, samples, (done, total) -> bar.update((double) done / total));
    }
    console.out().println(report);
    return ExitCode.DONE;
  }
}
