package io.gazeshift.benchmarks.cli;

import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.benchmarks.inference.InferenceRig;
import io.gazeshift.benchmarks.inference.RollbackBench;
import io.gazeshift.broker.BrokerConfig;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.ScratchDirectory;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.kafka.KafkaConfig;
import io.gazeshift.inference.config.InferConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rollback",
    mixinStandardHelpOptions = true,
    description =
        "Measure how long a rollback takes until the old head is active, and predicts,"
            + " in two inference services that each predict all faces of four cameras. Exit"
            + " code 1 if the median time until it is active is above one second.")
final class RollbackBenchCommand implements Callable<Integer> {

  private static final double FRAMES_PER_SECOND = 10;
  private static final Duration MOST = Duration.ofSeconds(1);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "Model directory to measure. Default: the configured model.")
  private Path model;

  @Option(
      names = "--rollbacks",
      paramLabel = "N",
      description = "Number of rollbacks, one after another. Default: ${DEFAULT-VALUE}.")
  private int rollbacks = 21;

  RollbackBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (rollbacks < 1) {
      throw UserError.usage("--rollbacks: %d, must be at least 1".formatted(rollbacks));
    }
    try (ScratchDirectory scratch = ScratchDirectory.make()) {
      EffectiveConfig config =
          options.load(
              new Flags()
                  .set("bench", "broker.data-dir", scratch.path())
                  .set("--model", "infer.model", model));
      try (Cluster cluster = Cluster.open(KafkaConfig.from(config), BrokerConfig.from(config));
          InferenceRig one = open(cluster, InferConfig.from(config, BuiltInModel.STUDIO.path()));
          InferenceRig other =
              open(cluster, InferConfig.from(config, BuiltInModel.STUDIO.path()))) {
        RollbackBench.Result result =
            new RollbackBench(one, other).run(rollbacks, FRAMES_PER_SECOND);
        report(result);
        return result.medianActive().compareTo(MOST) <= 0 ? ExitCode.DONE : ExitCode.FAILED;
      }
    }
  }

  private static InferenceRig open(Cluster cluster, InferConfig config)
      throws InterruptedException {
    return new InferenceRig(
        cluster.kafka(), config.inGroup("gazeshift-bench-" + UUID.randomUUID()));
  }

  private void report(RollbackBench.Result result) {
    print(
        "%d rollbacks, 2 inference services, 4 cameras x %.0f frames/s",
        result.active().size(), FRAMES_PER_SECOND);
    print(
        "  until active in both services   %s   (median limit %d)",
        times(result.active()), MOST.toMillis());
    print("  until both predict with it      %s", times(result.predicted()));
    print(
        "  %d faces per service   lost %d   repeated %d",
        result.faces(), result.lost(), result.repeated());
  }

  private static String times(List<Duration> ascending) {
    return String.format(
        Locale.ROOT,
        "median %4d ms   longest %4d ms",
        ascending.get(ascending.size() / 2).toMillis(),
        ascending.get(ascending.size() - 1).toMillis());
  }

  @SuppressWarnings("AnnotateFormatMethod") // Every format is a literal above.
  private void print(String format, Object... values) {
    console.out().printf(Locale.ROOT, format + "%n", values);
    console.out().flush();
  }
}
