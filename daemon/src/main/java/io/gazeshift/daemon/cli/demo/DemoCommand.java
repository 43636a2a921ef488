package io.gazeshift.daemon.cli.demo;

import io.gazeshift.broker.BrokerAddress;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.DurationOption;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.StatusBlock;
import io.gazeshift.common.config.BaseDirectories;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.daemon.cli.support.PagePort;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.live.ActivePeriodView;
import io.gazeshift.daemon.live.LiveBoard;
import io.gazeshift.daemon.live.LiveSettings;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.daemon.roles.Roles;
import io.gazeshift.ingest.config.CameraConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Run everything on this machine with rendered people: cameras, broker, inference and"
            + " adaptation, scored against the true gaze.")
public final class DemoCommand implements Callable<Integer> {

  private static final Duration PLAIN_STATUS_EVERY = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final Console console;
  private final InstantSource clock = InstantSource.system();

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description =
          "Stop after this time, such as 30s or 5m, and print a summary; so does Ctrl-C. Default:"
              + " 180s, with --scene-change 300s.")
  private Duration duration;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for the rendered people and their gaze. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--scene-change",
      description = "Change the direction of the light after 120 s, to show drift detection.")
  private boolean sceneChange;

  @Option(
      names = "--check",
      description =
          "Exit with 1 unless the last head's error is, in every domain, at least 25 %% below the"
              + " source head's and below each control's.")
  private boolean check;

  public DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    DemoWorld world = new DemoWorld(seed, sceneChange);
    Duration length = duration == null ? world.duration() : duration;
    GazeshiftConfig config = configure(world);
    Roles.checkCameras(config);
    LiveSettings watched = LiveSettings.of(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE)) {
      console.out().println("Starting a Kafka broker, inference, adaptation and cameras ...");
      try (Cluster cluster = Cluster.open(config.kafka(), config.broker());
          StatusBlock status = new StatusBlock(console, clock, PLAIN_STATUS_EVERY);
          LiveBoard board = LiveBoard.open(cluster.kafka(), watched);
          Roles roles = Roles.all(config, cluster.kafka(), board, stop::isRequested)) {
        introduce(cluster, roles, length);
        Instant begin = clock.instant();
        DemoScreen screen = new DemoScreen(status, begin);
        long endNanos = System.nanoTime() + length.toNanos();
        while (System.nanoTime() - endNanos < 0 && !stop.await(LOOK_EVERY)) {
          cluster.throwIfFailed();
          roles.throwIfFailed();
          screen.show(board.snapshot());
        }
        status.close();
        return sumUp(board, config, stop.isRequested());
      }
    }
  }

  /** The user's configuration, with the demo's values where the user has given none. */
  private GazeshiftConfig configure(DemoWorld world) {
    EffectiveConfig configured = options.loadEffective(new Flags());
    refuseOthersClusters(configured);
    Path state = BaseDirectories.state(System.getenv()).resolve("gazeshift/demo");
    Flags flags = world.defaults(configured, state);
    PagePort.insteadOfTaken(configured).ifPresent(port -> flags.set("demo", "http.listen", port));
    GazeshiftConfig config = GazeshiftConfig.from(options.loadEffective(flags));
    if (config.kafka().embedded() && config.broker().dataDir().equals(state)) {
      beginAnew(state);
    }
    return config;
  }

  /** Rendered faces and their heads must not mix with real ones. */
  private static void refuseOthersClusters(EffectiveConfig configured) {
    for (String key : List.of("kafka.bootstrap", "broker.data-dir")) {
      String origin = configured.origin(key);
      if (!origin.equals("default") && !origin.startsWith("--")) {
        throw UserError.usage(
            "demo: %s is set by %s, and the demo would write rendered faces and heads there; if you"
                    .formatted(key, origin)
                + " want that, repeat it with --kafka or --data-dir, else use another --config");
      }
    }
  }

  /** Deletes the heads of the last demo, so that this one starts from the source head. */
  private static void beginAnew(Path state) {
    if (BrokerAddress.ofRunning(state).isPresent()) {
      throw new UserError(
          "demo: another demo is running at %s; stop it first, or use another directory with"
                  .formatted(state)
              + " --data-dir");
    }
    if (!Files.isDirectory(state)) {
      return;
    }
    try (Stream<Path> files = Files.walk(state)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UserError(
          "demo: cannot delete the last demo's data in %s: %s; delete it, or use --data-dir"
              .formatted(state, e.getMessage()),
          e);
    }
  }

  private void introduce(Cluster cluster, Roles roles, Duration length) {
    String kafka = cluster.kafka().bootstrap();
    console.out().printf("Kafka at %s; %s.%n", kafka, roles.description());
    roles.url().ifPresent(url -> console.out().println("Open in a browser: " + url));
    console.out().println("In another terminal: gazeshift tail predictions --kafka " + kafka);
    console
        .out()
        .printf("Stops after %d s, or with Ctrl-C, and prints a summary.%n", length.toSeconds());
    console.out().flush();
  }

  private int sumUp(LiveBoard board, GazeshiftConfig config, boolean stopped) {
    if (board.faces() == 0 && stopped && !check) {
      console.out().println("Stopped before the first prediction.");
      return ExitCode.DONE;
    }
    if (board.faces() == 0) {
      console.err().println(console.red("gazeshift: no predictions; run 'gazeshift doctor'"));
      return ExitCode.FAILED;
    }
    console.out().printf("%d predictions.%n", board.faces());
    List<ActivePeriodView> periods = board.periods();
    if (periods.isEmpty()) {
      console
          .out()
          .println("The true gaze of these people is unknown, so there is no error to report.");
    } else {
      new DemoSummary(periods).print(console);
      new DemoTargetSummary(board.targetPeriods()).print(console);
    }
    boolean passed = !check || isPassed(config, periods);
    console.out().flush();
    return passed ? ExitCode.DONE : ExitCode.FAILED;
  }

  private boolean isPassed(GazeshiftConfig config, List<ActivePeriodView> periods) {
    DemoCheck judged =
        new DemoCheck(
            config.cameras().stream().map(CameraConfig::domain).distinct().toList(), periods);
    judged.sentences().forEach(console.out()::println);
    return judged.isPassed();
  }
}
