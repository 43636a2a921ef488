package io.gazeshift.daemon.cli.run;

import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.broker.BrokerAddress;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.DurationOption;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import java.time.Duration;
import java.time.InstantSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asking the adaptation role for something, and who asks; a picocli mixin. */
final class AskOptions {

  /** How long a command waits for news before it looks whether it was told to stop. */
  static final Duration POLL = Duration.ofMillis(200);

  /** Waits for what comes of it. */
  interface Wait {
    int exitCode(AdaptationAsk ask, StopSignal stop);
  }

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
      description = "How long the first answer may take. Default: 30s.")
  private Duration patience = Duration.ofSeconds(30);

  String domain() {
    return domain;
  }

  Duration patience() {
    return patience;
  }

  /** What to exit with. */
  int ask(Kind kind, Wait wait) throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    refuseWhereNobodyRuns(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        AdaptationAsk ask =
            new AdaptationAsk(
                cluster.kafka(), kind, domain, "person " + author, InstantSource.system())) {
      return stop.exitWith(wait.exitCode(ask, stop));
    }
  }

  private static void refuseWhereNobodyRuns(GazeshiftConfig config) {
    if (config.kafka().embedded() && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          "broker.data-dir: nothing runs on %s; name its broker with --kafka or its directory with"
                  .formatted(config.broker().dataDir())
              + " --data-dir");
    }
  }

  /** For whoever has heard nothing for so long. */
  UserError nobodyAnswers(Duration since) {
    return new UserError(
        ("nobody answers for domain '%s' since %d s; is 'gazeshift adapt' running on this"
                + " broker, and has it read its samples?")
            .formatted(domain, since.toSeconds()));
  }
}
