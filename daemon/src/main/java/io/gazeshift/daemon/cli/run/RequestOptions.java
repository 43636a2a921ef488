package io.gazeshift.daemon.cli.run;

import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.broker.BrokerAddress;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.DurationOption;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a request to the adaptation role; a picocli mixin. */
final class RequestOptions {

  /** How long a command waits for events before it checks for Ctrl-C. */
  static final Duration POLL = Duration.ofMillis(200);

  /** Waits for the answer to a request. */
  interface Wait {
    int exitCode(AdaptationAsk ask, StopSignal stop);
  }

  @Mixin private CommonOptions options = new CommonOptions();

  private Optional<ListenAddress> page = Optional.empty();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain to adapt.")
  private String domain;

  @Option(
      names = "--author",
      paramLabel = "NAME",
      description = "Name to record as the requester. Default: the current user.")
  private String author = System.getProperty("user.name", "unknown");

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "How long to wait for the first answer. Default: 30s.")
  private Duration patience = Duration.ofSeconds(30);

  /**
   * An address of the page: with this configuration's port, because a role does not say where
   * others reach it; only its path where this configuration has no page.
   */
  String pageUrl(String path) {
    return page.filter(address -> address.port() != 0)
            .map(
                address ->
                    "http://%s:%d/"
                        .formatted(
                            address.host().filter(RequestOptions::isOne).orElse("localhost"),
                            address.port()))
            .orElse("/")
        + path;
  }

  /** Whether a host is not all addresses of its machine. */
  private static boolean isOne(String host) {
    return !host.equals("0.0.0.0") && !host.equals("[::]");
  }

  String domain() {
    return domain;
  }

  boolean verbose() {
    return options.verbose();
  }

  Duration patience() {
    return patience;
  }

  /** Sends the request; returns the exit code. */
  int ask(Kind kind, Wait wait) throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    page = config.http().listen();
    requireBroker(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        AdaptationAsk ask =
            new AdaptationAsk(
                cluster.kafka(), kind, domain, "person " + author, InstantSource.system())) {
      return wait.exitCode(ask, stop);
    }
  }

  private static void requireBroker(GazeshiftConfig config) {
    if (config.kafka().embedded() && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          "broker.data-dir: no broker is running at %s; start one with 'gazeshift run', or name"
                  .formatted(config.broker().dataDir())
              + " another with --kafka or --data-dir");
    }
  }

  /** The error after this time without an answer. */
  UserError noAnswer(Duration since) {
    return new UserError(
        ("domain '%s': no answer within %d s; check that 'gazeshift adapt' or 'gazeshift run'"
                + " uses this broker and has replayed its samples")
            .formatted(domain, since.toSeconds()));
  }
}
