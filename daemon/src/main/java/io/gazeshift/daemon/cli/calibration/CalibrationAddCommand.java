package io.gazeshift.daemon.cli.calibration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.config.PointMm;
import io.gazeshift.adaptation.glance.Aim;
import io.gazeshift.adaptation.glance.FaceWatch;
import io.gazeshift.adaptation.glance.GlanceMaker;
import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.protocol.Gaze;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = "Collect one glance: somebody looks at something known for a moment.")
final class CalibrationAddCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private WatchOptions who = new WatchOptions();

  @Option(
      names = "--pitch",
      paramLabel = "DEGREES",
      description = "Where the person looks, in the camera's axes; above 0 is up.")
  private Double pitchDeg;

  @Option(
      names = "--yaw",
      paramLabel = "DEGREES",
      description = "The same sideways; above 0 is towards the image's left.")
  private Double yawDeg;

  @Option(
      names = "--point",
      paramLabel = "X,Y,Z",
      description =
          "Instead: what the person looks at, in millimetres, in the camera's axes: x right in the"
              + " image, y down, z away from the camera.")
  private String point;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "Time to turn to the point before it counts. Default: ${DEFAULT-VALUE}.")
  private double waitSeconds = 2;

  @Option(names = "--json", description = "Answer in JSON.")
  private boolean json;

  CalibrationAddCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    Aim aim = aim();
    Duration look = who.look();
    if (!(waitSeconds >= 0 && waitSeconds <= 600)) {
      throw UserError.usage("--wait: %s is not from 0 to 600".formatted(waitSeconds));
    }
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    WatchOptions.requireRunning(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        FaceWatch watch = who.watch(cluster.kafka());
        GlanceStore store = new GlanceStore(cluster.kafka())) {
      GlanceMaker maker = who.maker(cluster.kafka());
      console
          .err()
          .printf(
              Locale.ROOT, "Look there now, for %.0f s.%n", waitSeconds + look.toMillis() / 1000.0);
      console.err().flush();
      if (stop.await(Duration.ofMillis(Math.round(1000 * waitSeconds)))) {
        return ExitCode.DONE;
      }
      answer(maker.collect(watch, look, aim, store));
    }
    return ExitCode.DONE;
  }

  private Aim aim() {
    boolean direction = pitchDeg != null && yawDeg != null;
    if (direction == (point != null) || (pitchDeg == null) != (yawDeg == null)) {
      throw UserError.usage("calibration add: give --pitch and --yaw, or --point");
    }
    if (direction) {
      if (!(Math.abs(pitchDeg) < 90 && Math.abs(yawDeg) < 180)) {
        throw UserError.usage(
            "--pitch, --yaw: %s, %s is no direction; pitch lies within ±90, yaw within ±180 degrees"
                .formatted(pitchDeg, yawDeg));
      }
      return new Aim.Direction(Gaze.ofDegrees(pitchDeg, yawDeg));
    }
    return new Aim.Place(
        PointMm.parse(point)
            .orElseThrow(
                () ->
                    UserError.usage("--point: '%s' is not X,Y,Z in millimetres".formatted(point))));
  }

  private void answer(GlanceScore score) {
    if (json) {
      ObjectNode answer = JsonOutput.object();
      GlanceText.json(answer, score);
      JsonOutput.print(console, answer);
      return;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "glance %s of domain %s: %s%n%d frames, spread %.1f°; the head says %s, %.1f° off%n",
            score.glance().getGlanceId(),
            who.domain(),
            GlanceText.angles(score.truth()),
            score.glance().getFramesCount(),
            score.spreadDeg(),
            GlanceText.angles(score.predicted()),
            score.errorDeg());
    console.out().flush();
  }
}
