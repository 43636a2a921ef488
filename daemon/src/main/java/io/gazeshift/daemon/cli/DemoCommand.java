package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.StatusLine;
import io.gazeshift.common.config.BaseDirectories;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.sections.GazeshiftConfig;
import io.gazeshift.daemon.Cluster;
import io.gazeshift.daemon.Roles;
import io.gazeshift.daemon.StopSignal;
import io.gazeshift.daemon.stream.PathStatistics;
import io.gazeshift.daemon.stream.PathWatch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Run the whole path on this machine: rendered cameras, a real broker, inference.")
final class DemoCommand implements Callable<Integer> {

  private static final String ORIGIN = "demo";
  private static final Duration PLAIN_STATUS_EVERY = Duration.ofSeconds(5);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Stop after this time, such as 30s or 5m. Default: when Ctrl-C is pressed.")
  private Duration duration;

  DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.from(withDemoDefaults());
    Roles.checkCameras(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE)) {
      console.out().println("Starting a Kafka broker, inference and rendered cameras ...");
      try (Cluster cluster = Cluster.open(config);
          StatusLine status = new StatusLine(console, InstantSource.system(), PLAIN_STATUS_EVERY);
          PathWatch watch = new PathWatch(cluster.kafka(), config.infer().group(), status);
          Roles roles = Roles.all(config, cluster.kafka())) {
        status.println(introduction(cluster, roles));
        BooleanSupplier enough = enough(stop);
        watch.watchUntil(
            () -> {
              cluster.throwIfFailed();
              roles.throwIfFailed();
              return enough.getAsBoolean();
            });
        status.close();
        return stop.exitWith(summary(watch.statistics()));
      }
    }
  }

  /** What the user configured, and where they did not: two rendered cameras, data of its own. */
  private EffectiveConfig withDemoDefaults() {
    EffectiveConfig configured = options.loadEffective(new Flags());
    Flags flags = new Flags();
    if (configured.size("cameras") == 0) {
      flags
          .set(ORIGIN, "cameras[0].id", "studio")
          .set(ORIGIN, "cameras[0].source", "synthetic:studio")
          .set(ORIGIN, "cameras[1].id", "lab")
          .set(ORIGIN, "cameras[1].source", "synthetic:lab");
    }
    if (configured.origin("broker.data-dir").equals("default")) {
      flags.set(
          ORIGIN,
          "broker.data-dir",
          BaseDirectories.state(System.getenv()).resolve("gazeshift/demo"));
    }
    return options.loadEffective(flags);
  }

  private BooleanSupplier enough(StopSignal stop) {
    long endNanos = duration == null ? 0 : System.nanoTime() + duration.toNanos();
    return () -> stop.isAsked() || (duration != null && System.nanoTime() - endNanos >= 0);
  }

  private static String introduction(Cluster cluster, Roles roles) {
    return """
        Kafka at %s; %s.
        In another terminal: gazeshift tail predictions --kafka %s
        Ctrl-C ends it.\
        """
        .formatted(cluster.kafka().bootstrap(), roles.description(), cluster.kafka().bootstrap());
  }

  private int summary(PathStatistics statistics) {
    if (statistics.count() == 0) {
      console
          .err()
          .println(console.red("gazeshift: no prediction was made; try 'gazeshift doctor'"));
      return ExitCode.FAILED;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%d predictions from %s; from capture to committed prediction half took less than %d"
                + " ms, 99 of 100 less than %d ms.%n",
            statistics.count(),
            String.join(" and ", statistics.cameras()),
            statistics.latencyMicros(0.5) / 1000,
            statistics.latencyMicros(0.99) / 1000);
    return ExitCode.DONE;
  }
}
