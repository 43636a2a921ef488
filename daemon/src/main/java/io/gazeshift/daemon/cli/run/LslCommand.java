package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.outputs.lsl.LslOutlets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "lsl",
    mixinStandardHelpOptions = true,
    description = "Offer predictions and events as streams of the Lab Streaming Layer.")
public final class LslCommand implements Callable<Integer> {

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--library",
      paramLabel = "FILE",
      description = "The file of liblsl. Default: lsl.library, otherwise the system's.")
  private Path library;

  @Option(
      names = "--camera",
      paramLabel = "ID",
      split = ",",
      description = "Only these cameras. Default: all cameras.")
  private List<String> cameras = List.of();

  public LslCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config =
        GazeshiftConfig.load(options, new Flags().set("--library", "lsl.library", library));
    FeedFilter filter =
        new FeedFilter(
            Set.of(FeedKind.PREDICTION, FeedKind.EVENT),
            Set.of(),
            new HashSet<>(cameras),
            Set.of());
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        LslOutlets outlets = LslOutlets.open(config.lsl().library(), filter);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        LiveFeed feed = LiveFeed.open(cluster.kafka())) {
      feed.add(outlets);
      console.out().println("Offering predictions and events to LSL. Press Ctrl-C to stop.");
      console.out().flush();
      while (!stop.await(LOOK_EVERY)) {
        cluster.throwIfFailed();
        feed.failure().ifPresent(this::rethrow);
        outlets.problem().ifPresent(this::giveUp);
      }
    }
    return ExitCode.DONE;
  }

  private void rethrow(RuntimeException failure) {
    throw failure;
  }

  private void giveUp(String reason) {
    throw new UserError(reason);
  }
}
