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
    Roles.checkCameras(GazeshiftConfig.load(options, flags));
    return run(flags, start);
  }

  int run(Flags flags, Start start) throws InterruptedException {
    CommandLogging.applyToRole(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, flags);
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
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
    return ExitCode.DONE;
  }
}
