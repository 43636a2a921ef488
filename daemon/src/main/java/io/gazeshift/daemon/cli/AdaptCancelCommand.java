package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.sections.GazeshiftConfig;
import io.gazeshift.daemon.Cluster;
import io.gazeshift.daemon.StopSignal;
import io.gazeshift.daemon.adapt.AdaptationAsk;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description =
        "Break off the run of a domain that is under way or waits. Exit code 1 where there is"
            + " none.")
final class AdaptCancelCommand implements Callable<Integer> {

  private static final Duration POLL = Duration.ofMillis(200);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(names = "--domain", paramLabel = "NAME", required = true, description = "Which one.")
  private String domain;

  @Option(
      names = "--author",
      paramLabel = "NAME",
      description = "Who asks. Default: the name of the user.")
  private String author = System.getProperty("user.name", "unknown");

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "How long the answer may take. Default: 30s.")
  private Duration patience = Duration.ofSeconds(30);

  AdaptCancelCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = options.load(new Flags());
    AdaptNowCommand.refuseWhereNobodyRuns(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config);
        AdaptationAsk ask =
            new AdaptationAsk(
                cluster.kafka(), Kind.CANCEL, domain, "person " + author, InstantSource.system())) {
      return stop.exitWith(await(ask, stop));
    }
  }

  private int await(AdaptationAsk ask, StopSignal stop) {
    long askedNanos = System.nanoTime();
    while (!stop.isAsked()) {
      for (AdaptationEvent event : ask.poll(POLL)) {
        console.out().printf("%s: %s%n", domain, event.getExplanation());
        return event.getStage() == Stage.CANCELLED ? ExitCode.DONE : ExitCode.FAILED;
      }
      if (System.nanoTime() - askedNanos > patience.toNanos()) {
        throw AdaptNowCommand.nobodyAnswers(domain, patience);
      }
    }
    return ExitCode.FAILED;
  }
}
