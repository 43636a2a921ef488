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

  /** The kinds of records to print. */
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
      description = "Records to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  @SuppressWarnings("unused") // Checked by picocli; so far there is one kind.
  private What what;

  @Option(names = "--json", description = "Print one JSON object per line, angles in radians.")
  private boolean json;

  @Option(
      names = "--from-start",
      description = "Start with the oldest stored prediction. Default: only new ones.")
  private boolean fromStart;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "Stop after N predictions. Default: run until Ctrl-C.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = "--camera",
      paramLabel = "ID",
      description = "Print predictions of this camera only. Default: all cameras.")
  private String camera;

  public TailCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    requireBroker(config);
    PredictionText text = new PredictionText(ZoneId.systemDefault());
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        PredictionFollower follower =
            new PredictionFollower(cluster.kafka(), fromStart ? From.START : From.NOW)) {
      long left = count;
      while (left > 0 && !stop.isRequested()) {
        for (GazePrediction prediction : follower.poll(POLL)) {
          if (left > 0 && (camera == null || camera.equals(prediction.getIdentity().getCamera()))) {
            console.out().println(json ? text.forPrograms(prediction) : text.forPeople(prediction));
            left--;
          }
        }
        // The reader of the pipe has closed it.
        if (console.out().checkError()) {
          return ExitCode.DONE;
        }
      }
    }
    return ExitCode.DONE;
  }

  /** Without a running broker there are only stored predictions. */
  private void requireBroker(GazeshiftConfig config) {
    if (config.kafka().embedded()
        && !fromStart
        && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          "broker.data-dir: no broker is running at %s; start one with 'gazeshift run', name another"
                  .formatted(config.broker().dataDir())
              + " with --kafka or --data-dir, or read stored predictions with --from-start");
    }
  }
}
