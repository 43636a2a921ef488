package io.gazeshift.benchmarks.cli;

import io.gazeshift.benchmarks.stream.StreamBench;
import io.gazeshift.benchmarks.stream.StreamBench.Round;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    description =
        "Measure the CPU time that clients of /api/v1/stream take from inference in the same"
            + " process, with two cameras at 15 predictions per second. Exit code 1 if the median"
            + " is above 3 percent of all cores, or a client lost messages.")
final class StreamBenchCommand implements Callable<Integer> {

  private static final double MOST_OF_CORES = 0.03;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "Number of clients. Default: ${DEFAULT-VALUE}.")
  private int clients = 100;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of rounds. Default: ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Duration of a round, half of it without clients. Default: ${DEFAULT-VALUE}.")
  private int seconds = 20;

  StreamBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (clients < 1 || rounds < 1 || seconds < 2) {
      throw UserError.usage("--clients and --rounds must be at least 1, and --seconds at least 2");
    }
    // Without --kafka the records go to a broker that is thrown away afterwards.
    try (ScratchDirectory scratch = ScratchDirectory.make()) {
      EffectiveConfig config =
          options.load(new Flags().set("bench", "broker.data-dir", scratch.path()));
      try (Cluster cluster = Cluster.open(KafkaConfig.from(config), BrokerConfig.from(config));
          StreamBench bench = new StreamBench(cluster.kafka())) {
        return report(bench) ? ExitCode.DONE : ExitCode.FAILED;
      }
    }
  }

  private boolean report(StreamBench bench) throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    print("%d clients, 2 cameras x 15 predictions/s, %d cores", clients, cores);
    List<Double> costs = new ArrayList<>();
    // The first round warms up and does not count.
    bench.round(clients, Duration.ofSeconds(seconds));
    for (int i = 1; i <= rounds; i++) {
      Round round = bench.round(clients, Duration.ofSeconds(seconds));
      costs.add(round.cost() / cores);
      print(
          "  round %d   CPU ms/s without %6.1f   with %6.1f   of all cores %5.2f %%   %4.0f KiB/s",
          i,
          1000 * round.baseCpu(),
          1000 * round.servingCpu(),
          100 * round.cost() / cores,
          round.bytesPerSecond() / 1024);
    }
    costs.sort(Comparator.naturalOrder());
    double median = costs.get(rounds / 2);
    print(
        "  median %.2f %% of all cores (limit %.0f %%)   messages dropped %d",
        100 * median, 100 * MOST_OF_CORES, bench.dropped());
    return median <= MOST_OF_CORES && bench.dropped() == 0;
  }

  @SuppressWarnings("AnnotateFormatMethod") // Every format is a literal above.
  private void print(String format, Object... values) {
    console.out().printf(Locale.ROOT, format + "%n", values);
    console.out().flush();
  }
}
