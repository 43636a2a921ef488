package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.BrokerAddress;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.inference.predictions.PredictionFollower;
import io.gazeshift.inference.predictions.PredictionFollower.From;
import io.gazeshift.inference.predictions.PredictionText;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = "Print predictions as they are committed.")
public final class TailCommand implements Callable<Integer> {

  /** What can be followed. */
  enum What {
    predictions
  }

  private static final Duration POLL = Duration.ofMillis(200);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(
      arity = "0..1",
      defaultValue = "predictions",
      paramLabel = "WHAT",
      description = "One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  @SuppressWarnings("unused") // Checked by picocli; so far there is one thing to follow.
  private What what;

  @Option(names = "--json", description = "One JSON object a line, angles in radians.")
  private boolean json;

  @Option(names = "--from-start", description = "Begin with the oldest that is kept.")
  private boolean fromStart;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "Stop after so many.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--camera", paramLabel = "ID", description = "Only of this camera.")
  private String camera;

  public TailCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    refuseToWaitForNobody(config);
    PredictionText text = new PredictionText(ZoneId.systemDefault());
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        PredictionFollower follower =
            new PredictionFollower(cluster.kafka(), fromStart ? From.START : From.NOW)) {
      long left = count;
      while (left > 0 && !stop.isAsked()) {
        for (GazePrediction prediction : follower.poll(POLL)) {
          if (left > 0 && (camera == null || camera.equals(prediction.getIdentity().getCamera()))) {
            console.out().println(json ? text.forPrograms(prediction) : text.forPeople(prediction));
            left--;
          }
        }
        // Whoever read the other end of the pipe has gone.
        if (console.out().checkError()) {
          return ExitCode.DONE;
        }
      }
    }
    return ExitCode.DONE;
  }

  /** Where nobody runs there is nothing to follow, only what was kept. */
  private void refuseToWaitForNobody(GazeshiftConfig config) {
    if (config.kafka().embedded()
        && !fromStart
        && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          "broker.data-dir: nothing runs on %s; name its broker with --kafka or its directory with"
                  .formatted(config.broker().dataDir())
              + " --data-dir, or read what was kept with --from-start");
    }
  }
}
