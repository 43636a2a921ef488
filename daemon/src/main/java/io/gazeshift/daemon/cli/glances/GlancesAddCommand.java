package io.gazeshift.daemon.cli.glances;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import io.gazeshift.inference.keys.GlanceSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.PointMm;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = "Collect one glance: a person looks at a known point for a moment.")
final class GlancesAddCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private GlanceOptions who = new GlanceOptions();
  @Mixin private GlanceKeyOption signing = new GlanceKeyOption();

  @Option(
      names = "--pitch",
      paramLabel = "DEGREES",
      description = "Pitch of the known gaze, in the camera's axes; positive is up.")
  private Double pitchDeg;

  @Option(
      names = "--yaw",
      paramLabel = "DEGREES",
      description =
          "Yaw of the known gaze, in the camera's axes; positive is towards the image's left.")
  private Double yawDeg;

  @Option(
      names = "--point",
      paramLabel = "X,Y,Z",
      description =
          "Known point in millimetres, instead of --pitch and --yaw, in the camera's axes: x right"
              + " in the image, y down, z away from the camera.")
  private String point;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description =
          "Time for the person to find the point before collecting starts. Default:"
              + " ${DEFAULT-VALUE}.")
  private double waitSeconds = 2;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  GlancesAddCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    Aim aim = aim();
    Duration look = who.look();
    if (!(waitSeconds >= 0 && waitSeconds <= 600)) {
      throw UserError.usage("--wait: %s is not between 0 and 600 seconds".formatted(waitSeconds));
    }
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    TrustedKeys keys = TrustedKeys.read(config.infer().trustedKeys());
    Optional<GlanceSigner> signer = signing.signer(config, keys);
    GlanceOptions.requireRunning(config);
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        FaceWatch watch = who.watch(cluster.kafka());
        GlanceStore store = new GlanceStore(cluster.kafka(), signer)) {
      GlanceMaker maker = who.maker(cluster.kafka(), keys);
      console
          .err()
          .printf(
              Locale.ROOT,
              "Look at the point now, for %.0f s.%n",
              waitSeconds + look.toMillis() / 1000.0);
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
      throw UserError.usage("glances add: give --pitch and --yaw, or --point");
    }
    if (direction) {
      if (!(Math.abs(pitchDeg) < 90 && Math.abs(yawDeg) < 180)) {
        throw UserError.usage(
            "--pitch, --yaw: %s, %s is not a direction; use a pitch within ±90 and a yaw within ±180 degrees"
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
            "glance %s of domain %s: %s%n%d frames, spread %.1f°; the head predicts %s, %.1f° off%n",
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
