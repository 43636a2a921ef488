package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.backbone.BackboneTiming;
import io.gazeshift.daemon.model.ModelDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = "Print what a model takes and gives, its fingerprint, and how fast it is here.")
final class InspectCommand implements Callable<Integer> {

  private static final int TIMED_RUNS = 50;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "Model directory. Default: the configured one.")
  private Path directory;

  InspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandLogging.apply(options);
    InferConfig config = options.load(new Flags().set("DIR", "infer.model", directory)).infer();
    ModelDirectory model = ModelDirectory.configured(config.model());
    try (Backbone backbone =
        model.openBackbone(new BackboneOptions(config.device(), config.threads()))) {
      PrintWriter out = console.out();
      out.printf("model        %s%n", model.name());
      out.printf("input        [n, 3, %1$d, %1$d]%n", backbone.inputSize());
      out.printf(
          "prepared     %s%n", model.preprocessing().toJson().replaceAll("\\s+", " ").strip());
      out.printf("output       [n, %d] features%n", backbone.featureSize());
      out.printf("source head  %s%n", model.sourceHead());
      out.printf("fingerprint  %s%n", backbone.fingerprint());
      out.printf("device       %s, %d thread(s)%n", backbone.device(), config.threads());
      out.printf(
          Locale.ROOT,
          "one face     %.2f ms, the median of %d%n",
          BackboneTiming.medianMillis(backbone, 1, TIMED_RUNS),
          TIMED_RUNS);
    }
    return ExitCode.DONE;
  }
}
