package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.sections.GazeshiftConfig;
import io.gazeshift.daemon.Cluster;
import io.gazeshift.daemon.bench.PathBench;
import io.gazeshift.daemon.bench.PathBench.Round;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "path",
    mixinStandardHelpOptions = true,
    description = "Measure inference through Kafka against a bare loop on this machine.")
final class PathBenchCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(names = "--rounds", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(names = "--faces", paramLabel = "N", description = "A round. Default: ${DEFAULT-VALUE}.")
  private int faces = 4000;

  PathBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (rounds < 1 || faces < 1) {
      throw UserError.usage("--rounds and --faces: at least 1 of each");
    }
    // Without --kafka the records go to a broker that is thrown away afterwards.
    Path scratch = Files.createTempDirectory("gazeshift-bench");
    try {
      GazeshiftConfig config = options.load(new Flags().set("bench", "broker.data-dir", scratch));
      try (Cluster cluster = Cluster.open(config);
          PathBench bench = new PathBench(cluster.kafka(), config.infer(), faces)) {
        report(bench);
      }
    } finally {
      delete(scratch);
    }
    return ExitCode.DONE;
  }

  private void report(PathBench bench) throws Exception {
    console
        .out()
        .printf(
            "faces/s, %d faces a round: bare loop (decode, backbone, head) and through Kafka%n",
            faces);
    List<Round> measured = new ArrayList<>();
    // The first round warms up and does not count.
    bench.round();
    for (int i = 1; i <= rounds; i++) {
      Round round = bench.round();
      measured.add(round);
      console
          .out()
          .printf(
              Locale.ROOT,
              "round %d   bare %7.0f   Kafka %7.0f   ratio %.2f%n",
              i,
              round.barePerSecond(),
              round.pathPerSecond(),
              round.ratio());
    }
    measured.sort(Comparator.comparingDouble(Round::ratio));
    console.out().printf(Locale.ROOT, "median ratio %.2f%n", measured.get(rounds / 2).ratio());
  }

  private static void delete(Path directory) throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
