package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.sections.GazeshiftConfig;
import io.gazeshift.daemon.Cluster;
import io.gazeshift.daemon.StopSignal;
import io.gazeshift.daemon.adapt.AdaptationAsk;
import io.gazeshift.daemon.broker.BrokerAddress;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.gazeshift.protocol.v1.GateCheck;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "now",
    mixinStandardHelpOptions = true,
    description = {
      "Ask the adaptation role to adapt a domain now, and wait for what comes of it. Exit code 0:"
          + " a head was accepted, or left alone for a reason; 1: refused, declined or failed.",
    })
final class AdaptNowCommand implements Callable<Integer> {

  private static final Duration POLL = Duration.ofMillis(200);

  /** A run under way is heard of every few seconds; a role that comes back needs a moment. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

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
      description = "How long a first answer may take. Default: 30s.")
  private Duration patience = Duration.ofSeconds(30);

  AdaptNowCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = options.load(new Flags());
    refuseWhereNobodyRuns(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config);
        AdaptationAsk ask =
            new AdaptationAsk(
                cluster.kafka(), Kind.ADAPT, domain, "person " + author, InstantSource.system())) {
      return stop.exitWith(await(ask, stop));
    }
  }

  static void refuseWhereNobodyRuns(GazeshiftConfig config) {
    if (config.kafka().embedded() && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          "broker.data-dir: nothing runs on %s; name its broker with --kafka or its directory with"
                  .formatted(config.broker().dataDir())
              + " --data-dir");
    }
  }

  private int await(AdaptationAsk ask, StopSignal stop) {
    Duration silence = patience;
    long heardNanos = System.nanoTime();
    try (CommandProgress bar = new CommandProgress(console, "adapting " + domain)) {
      while (!stop.isAsked()) {
        for (AdaptationEvent event : ask.poll(POLL)) {
          heardNanos = System.nanoTime();
          silence = LONGEST_SILENCE;
          OptionalInt answer = tell(event, bar);
          if (answer.isPresent()) {
            return answer.getAsInt();
          }
        }
        if (System.nanoTime() - heardNanos > silence.toNanos()) {
          throw nobodyAnswers(domain, silence);
        }
      }
    }
    return ExitCode.FAILED;
  }

  static UserError nobodyAnswers(String domain, Duration since) {
    return new UserError(
        ("nobody answers for domain '%s' since %d s; is 'gazeshift adapt' running on this"
                + " broker, and has it read its samples?")
            .formatted(domain, since.toSeconds()));
  }

  /** What to exit with, if this was the last word. */
  private OptionalInt tell(AdaptationEvent event, CommandProgress bar) {
    switch (event.getStage()) {
      case STARTED -> {
        console
            .err()
            .printf(
                "run %s on %s, with %d samples%n",
                event.getRunId(), event.getInstance(), event.getTargetSamples());
        return OptionalInt.empty();
      }
      case PROGRESS -> {
        bar.accept(event.getProgress());
        if (!event.getExplanation().isEmpty()) {
          console.err().println(event.getExplanation());
        }
        return OptionalInt.empty();
      }
      default -> {
        bar.close();
        summary(event);
        boolean good =
            event.getStage() == Stage.LEFT_ALONE
                || event.getStage() == Stage.SHADOWED
                || event.getPublishedVersion() != 0;
        return OptionalInt.of(good ? ExitCode.DONE : ExitCode.FAILED);
      }
    }
  }

  private void summary(AdaptationEvent event) {
    String what =
        switch (event.getStage()) {
          case LEFT_ALONE -> "the head was left alone";
          case SHADOWED -> "the candidate runs beside the head in force";
          case DECLINED -> "declined";
          case JUDGED ->
              event.getPublishedVersion() != 0
                  ? "head %d is published, in place of %s"
                      .formatted(event.getPublishedVersion(), parent(event))
                  : "the gate refused the candidate; %s stays".formatted(parent(event));
          default -> "failed";
        };
    console.out().printf("%s: %s%n", domain, what);
    console.out().printf("  %s%n", event.getExplanation());
    for (GateCheck check : event.getVerdict().getChecksList()) {
      console
          .out()
          .printf(
              "  %-7s %-12s %s%n",
              check.getPassed() ? "passed" : "REFUSED", check.getName(), check.getReason());
    }
    if (!event.getReport().isEmpty()) {
      console
          .out()
          .printf(
              "report: %s, in adapt.report-dir of %s%n", event.getReport(), event.getInstance());
    }
  }

  private static String parent(AdaptationEvent event) {
    return event.getParentVersion() == 0 ? "the source head" : "head " + event.getParentVersion();
  }
}
