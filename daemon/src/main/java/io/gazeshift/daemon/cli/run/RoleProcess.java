package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.Cluster;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.daemon.roles.Roles;
import java.time.Duration;
import java.util.function.Consumer;

/** Runs roles until the process is stopped or a role fails. */
final class RoleProcess {

  /** Starts the roles of the process. */
  interface Start {
    Roles on(GazeshiftConfig config, KafkaAccess kafka);
  }

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final Console console;
  private final CommonOptions options;

  RoleProcess(Console console, CommonOptions options) {
    this.console = console;
    this.options = options;
  }

  /** Fails before it starts anything if no camera is configured. */
  int runWithCameras(Flags flags, Start start) throws InterruptedException {
    return run(flags, Roles::checkCameras, start);
  }

  int run(Flags flags, Start start) throws InterruptedException {
    return run(flags, config -> {}, start);
  }

  /**
   * @param check rejects a configuration before anything is started
   */
  int run(Flags flags, Consumer<GazeshiftConfig> check, Start start) throws InterruptedException {
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

  private void run(GazeshiftConfig config, Start start, StopSignal stop)
      throws InterruptedException {
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker());
        Roles roles = start.on(config, cluster.kafka())) {
      console
          .out()
          .printf(
              "Kafka at %s; %s. Press Ctrl-C to stop.%n",
              cluster.kafka().bootstrap(), roles.description());
      while (!stop.await(LOOK_EVERY)) {
        cluster.throwIfFailed();
        roles.throwIfFailed();
      }
    }
  }
}
