package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.Cluster;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.LogFormat;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.daemon.roles.Roles;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs roles until the process is stopped or a role fails. */
final class RoleProcess {

  private static final Logger log = LoggerFactory.getLogger(RoleProcess.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final String command;
  private final Console console;
  private final CommonOptions options;

  /**
   * @param command its name, such as {@code infer}
   */
  RoleProcess(String command, Console console, CommonOptions options) {
    this.command = command;
    this.console = console;
    this.options = options;
  }

  int run(Flags flags, Consumer<Roles> start) throws InterruptedException {
    return run(flags, config -> {}, start);
  }

  /**
   * @param check rejects a configuration before anything is started
   * @param start starts the roles, once their broker answers
   */
  int run(Flags flags, Consumer<GazeshiftConfig> check, Consumer<Roles> start)
      throws InterruptedException {
    // First of all, so that a signal during a long start is not a failure.
    try (StopSignal stop = new StopSignal(Cluster.GRACE)) {
      CommandLogging.applyToRole(options);
      GazeshiftConfig config = GazeshiftConfig.load(options, flags);
      check.accept(config);
      if (!stop.isRequested()) {
        run(config, start, stop);
      }
    }
    return ExitCode.DONE;
  }

  private void run(GazeshiftConfig config, Consumer<Roles> start, StopSignal stop)
      throws InterruptedException {
    try (Cluster cluster = Cluster.connect(config.kafka(), config.broker());
        Roles roles = Roles.open(command, config, cluster.kafka(), stop::isRequested)) {
      Cluster.Stop failedOrStopped =
          pause -> {
            roles.throwIfFailed();
            return stop.await(pause);
          };
      if (!cluster.awaitTopics(config.kafka().replicationFactor(), failedOrStopped)) {
        return;
      }
      start.accept(roles);
      announce("Kafka at %s; %s".formatted(cluster.kafka().bootstrap(), roles.description()));
      while (!stop.await(LOOK_EVERY)) {
        cluster.throwIfFailed();
        roles.throwIfFailed();
      }
    }
  }

  /** A log of JSON lines is for programs: what people are told otherwise is one of its lines. */
  private void announce(String sentence) {
    if (options.log() == LogFormat.json) {
      log.info(sentence);
    } else {
      console.out().printf("%s. Press Ctrl-C to stop.%n", sentence);
    }
  }
}
