package io.gazeshift.benchmarks.cli;

import io.gazeshift.backbone.engine.BackboneTiming;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.benchmarks.inference.InferenceRig;
import io.gazeshift.benchmarks.inference.LatencyBench;
import io.gazeshift.benchmarks.inference.SwapBench;
import io.gazeshift.benchmarks.inference.ThroughputBench;
import io.gazeshift.benchmarks.inference.ThroughputBench.Round;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "infer",
    mixinStandardHelpOptions = true,
    description =
        "Measure inference through Kafka on this machine: throughput compared with the"
            + " bare backbone, latency with four cameras at 5 frames per second, and head"
            + " swaps under load.")
final class InferBenchCommand implements Callable<Integer> {

  private static final double FRAMES_PER_SECOND = 5;
  private static final Duration SWAP_EVERY = Duration.ofMillis(200);
  private static final int ROUND_SECONDS = 10;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "Model directory to measure. Default: the configured model.")
  private Path model;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description =
          "Second model directory: every throughput round runs both, and the ratio of the first to"
              + " the second is printed.")
  private Path against;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads that run the model in the throughput test. Default: as"
              + " configured.")
  private Integer threads;

  @Option(
      names = "--latency-threads",
      paramLabel = "N",
      description =
          "Number of threads that run the model in the latency and swap tests. Default:"
              + " one per core.")
  private int latencyThreads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of throughput rounds; 0 skips the test. Default: ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(
      names = "--faces",
      paramLabel = "N",
      description =
          "Number of faces per throughput round. Default: as many as the bare backbone"
              + " processes in 10 s.")
  private Integer faces;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Duration of the latency test; 0 skips it. Default: ${DEFAULT-VALUE}.")
  private int seconds = 30;

  @Option(
      names = "--swaps",
      paramLabel = "N",
      description =
          "Number of head swaps, five per second; 0 skips the test. Default:"
              + " ${DEFAULT-VALUE}.")
  private int swaps = 200;

  InferBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (rounds < 0 || seconds < 0 || swaps < 0 || (faces != null && faces < 1)) {
      throw UserError.usage(
          "--rounds, --seconds and --swaps must be 0 or more, and --faces at least 1");
    }
    if (latencyThreads < 1) {
      throw UserError.usage("--latency-threads: " + latencyThreads + ", must be at least 1");
    }
    // Without --kafka the records go to a broker that is thrown away afterwards.
    try (ScratchDirectory scratch = ScratchDirectory.make()) {
      EffectiveConfig config =
          options.load(
              new Flags()
                  .set("bench", "broker.data-dir", scratch.path())
                  .set("--model", "infer.model", model)
                  .set("--threads", "infer.threads", threads));
      InferConfig infer =
          InferConfig.from(config, BuiltInModel.STUDIO.path())
              .inGroup("gazeshift-bench-" + UUID.randomUUID());
      try (Cluster cluster = Cluster.open(KafkaConfig.from(config), BrokerConfig.from(config))) {
        if (rounds > 0) {
          if (against == null) {
            try (InferenceRig rig = open(cluster, infer)) {
              reportThroughput(rig);
            }
          } else {
            try (InferenceRig rig = open(cluster, infer);
                InferenceRig other = open(cluster, infer.withModel(against))) {
              reportComparison(rig, other);
            }
          }
        }
        if (seconds > 0 || swaps > 0) {
          try (InferenceRig rig = open(cluster, infer.withThreads(latencyThreads))) {
            if (seconds > 0) {
              reportLatency(rig);
            }
            if (swaps > 0) {
              reportSwaps(rig);
            }
          }
        }
      }
    }
    return ExitCode.DONE;
  }

  private InferenceRig open(Cluster cluster, InferConfig config) throws InterruptedException {
    InferenceRig rig = new InferenceRig(cluster.kafka(), config);
    print(
        "%s on %s, %d thread(s), batches of up to %d",
        rig.model().name(), rig.backbone().device(), config.threads(), config.maxBatch());
    return rig;
  }

  private int facesPerRound(InferenceRig rig) {
    int batch = rig.config().maxBatch();
    double batchMillis = BackboneTiming.medianMillis(rig.backbone(), batch, 5);
    return faces != null
        ? faces
        : Math.max(3 * batch, (int) (ROUND_SECONDS * 1000 * batch / batchMillis));
  }

  /** Both models in turn, so that whatever else the machine does hits both. */
  private void reportComparison(InferenceRig rig, InferenceRig other) throws Exception {
    int facesPerRound = facesPerRound(rig);
    print("faces/s of both models, %d per round: the first, the second, the ratio", facesPerRound);
    ThroughputBench first = new ThroughputBench(rig, facesPerRound);
    ThroughputBench second = new ThroughputBench(other, facesPerRound);
    List<Double> bareRatios = new ArrayList<>();
    List<Double> pathRatios = new ArrayList<>();
    // The first round warms up and does not count.
    first.round();
    second.round();
    for (int i = 1; i <= rounds; i++) {
      Round one = first.round();
      Round two = second.round();
      bareRatios.add(one.barePerSecond() / two.barePerSecond());
      pathRatios.add(one.pathPerSecond() / two.pathPerSecond());
      print(
          "  round %d   bare %7.1f %7.1f %5.2f   Kafka %7.1f %7.1f %5.2f",
          i,
          one.barePerSecond(),
          two.barePerSecond(),
          bareRatios.get(i - 1),
          one.pathPerSecond(),
          two.pathPerSecond(),
          pathRatios.get(i - 1));
    }
    bareRatios.sort(Comparator.naturalOrder());
    pathRatios.sort(Comparator.naturalOrder());
    print(
        "  median ratio: bare %.2f, Kafka %.2f",
        bareRatios.get(rounds / 2), pathRatios.get(rounds / 2));
  }

  private void reportThroughput(InferenceRig rig) throws Exception {
    int facesPerRound = facesPerRound(rig);
    print("faces/s of the bare backbone and through Kafka, %d per round", facesPerRound);
    ThroughputBench bench = new ThroughputBench(rig, facesPerRound);
    List<Round> measured = new ArrayList<>();
    // The first round warms up and does not count.
    bench.round();
    for (int i = 1; i <= rounds; i++) {
      Round round = bench.round();
      measured.add(round);
      print(
          "  round %d   bare %7.1f   Kafka %7.1f   ratio %.2f",
          i, round.barePerSecond(), round.pathPerSecond(), round.ratio());
    }
    measured.sort(Comparator.comparingDouble(Round::ratio));
    print("  median ratio %.2f", measured.get(rounds / 2).ratio());
  }

  private void reportLatency(InferenceRig rig) throws InterruptedException {
    print(
        "capture to committed prediction, 4 cameras x %.0f frames/s, %d s",
        FRAMES_PER_SECOND, seconds);
    LatencyBench.Result result =
        new LatencyBench(rig).run(FRAMES_PER_SECOND, Duration.ofSeconds(seconds));
    print(
        "  %d faces   backbone p50 %.1f ms   added to it p50 %.1f ms   p99 %.1f ms",
        result.faces(), result.backboneP50(), result.addedP50(), result.addedP99());
  }

  private void reportSwaps(InferenceRig rig) throws Exception {
    print(
        "%d swaps, one every %d ms, 4 cameras x %.0f frames/s",
        swaps, SWAP_EVERY.toMillis(), FRAMES_PER_SECOND);
    SwapBench.Result result = new SwapBench(rig).run(swaps, SWAP_EVERY, FRAMES_PER_SECOND);
    print(
        "  %d faces by %d heads   lost %d   repeated %d   unnamed %d",
        result.faces(), result.versionsSeen(), result.lost(), result.repeated(), result.unnamed());
    print(
        "  resident after a collection: %.0f MiB after %d swaps, %.0f MiB after %d: ratio %.3f",
        result.rssEarly() / 1048576.0,
        Math.min(100, swaps / 2),
        result.rssLate() / 1048576.0,
        swaps,
        (double) result.rssLate() / result.rssEarly());
    print(
        "  added latency p99: %.1f ms in the first part, %.1f ms in the last: ratio %.2f",
        result.p99First(), result.p99Last(), result.p99Last() / result.p99First());
  }

  @SuppressWarnings("AnnotateFormatMethod") // Every format is a literal above.
  private void print(String format, Object... values) {
    console.out().printf(Locale.ROOT, format + "%n", values);
    console.out().flush();
  }
}
