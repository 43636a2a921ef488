package io.gazeshift.daemon.cli.glances;

import io.gazeshift.adaptation.glance.FaceWatch;
import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.glance.GuidedRun;
import io.gazeshift.adaptation.glance.ScreenPoints;
import io.gazeshift.adaptation.quality.GlanceQuality;
import io.gazeshift.adaptation.quality.StreamQuality;
import io.gazeshift.adaptation.report.CalibrationPage;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.calibration.CalibrationServer;
import io.gazeshift.daemon.cli.quality.QualityText;
import io.gazeshift.daemon.cli.support.UserErrors;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.daemon.quality.QualitySelection;
import io.gazeshift.daemon.quality.StoredInput;
import io.gazeshift.inference.keys.GlanceSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Guide a person through points on a screen, with a page in the browser.")
final class GlancesRunCommand implements Callable<Integer> {

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,5}(?:\\.\\d+)?)x(\\d{1,5}(?:\\.\\d+)?)");

  private static final int FEWEST_TO_JUDGE = 4;
  private static final double LEAST_FOLLOWING = 0.4;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private GlanceOptions who = new GlanceOptions();
  @Mixin private GlanceKeyOption signing = new GlanceKeyOption();

  @Option(
      names = "--screen",
      paramLabel = "WIDTHxHEIGHT",
      description =
          "Size of the lit part of the screen in millimetres. Default: the screen of the domain in"
              + " the configuration.")
  private String size;

  @Option(
      names = "--offset",
      paramLabel = "X,Y,Z",
      description =
          "Centre of the screen in millimetres, in the camera's axes: x right in the image, y"
              + " down, z away from the camera; e.g. 0,170,0 for a camera on top of the screen.")
  private String offset;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "File for the report, a page with a chart. Default: glances-DOMAIN.html.")
  private Path report;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the page. Default: any free port.")
  private int port;

  GlancesRunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    CommandLogging.apply(options);
    Duration look = who.look();
    Path picture =
        FileFlags.output(
            "--report",
            report == null ? Path.of("glances-%s.html".formatted(who.domain())) : report);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    ScreenPlace screen = screen(config);
    TrustedKeys keys = TrustedKeys.read(config.infer().trustedKeys());
    Optional<GlanceSigner> signer = signing.signer(config, keys);
    GlanceOptions.requireRunning(config);
    SecureRandom random = new SecureRandom();
    Instant begin = Instant.now();
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        FaceWatch watch = who.watch(cluster.kafka());
        GlanceStore store = new GlanceStore(cluster.kafka(), signer)) {
      GuidedRun run =
          new GuidedRun(
              ScreenPoints.grid(random),
              screen,
              watch,
              who.maker(cluster.kafka(), keys),
              store,
              look,
              new PointPrinter());
      try (CalibrationServer server = CalibrationServer.start(run, port, random)) {
        tell("Open this page on the screen in front of camera %s and follow it:", who.camera());
        tell("  %s", server.url());
        tell("Only the person who looks may be in view. Press Ctrl-C to stop.");
        while (!run.awaitEnd(LOOK_EVERY) && !stop.isRequested()) {
          cluster.throwIfFailed();
        }
      }
      finish(run, picture);
      tellQuality(run, cluster.kafka(), begin);
    }
    return ExitCode.DONE;
  }

  private ScreenPlace screen(GazeshiftConfig config) {
    if ((size == null) != (offset == null)) {
      throw UserError.usage(
          "--screen, --offset: give both; %s is missing"
              .formatted(size == null ? "--screen" : "--offset"));
    }
    if (size == null) {
      return config.domains().stream()
          .filter(domain -> domain.name().equals(who.domain()))
          .flatMap(domain -> domain.targets().screen().stream())
          .findFirst()
          .orElseThrow(
              () ->
                  UserError.usage(
                      ("--screen: domain '%s' has no screen in the configuration; give its size and"
                              + " position, e.g. --screen 530x300 --offset 0,170,0")
                          .formatted(who.domain())));
    }
    Matcher match = SIZE.matcher(size);
    if (!match.matches()) {
      throw UserError.usage(
          "--screen: '%s' is not WIDTHxHEIGHT in mm, such as 530x300".formatted(size));
    }
    PointMm middle =
        PointMm.parse(offset)
            .orElseThrow(
                () ->
                    UserError.usage(
                        "--offset: '%s' is not X,Y,Z in millimetres, such as 0,170,0"
                            .formatted(offset)));
    return UserErrors.fromFlags(
        () ->
            ScreenPlace.ofCentre(
                middle,
                Double.parseDouble(match.group(1)),
                Double.parseDouble(match.group(2)),
                new PointMm(0, 0, 1)));
  }

  private void finish(GuidedRun run, Path picture) throws IOException {
    List<GlanceScore> scores = GlanceScore.of(run.glances());
    if (scores.isEmpty()) {
      throw new UserError("glances run: stopped before the first point; stored no glance");
    }
    GlanceText.table(console.out(), scores);
    Files.writeString(
        picture,
        new CalibrationPage(
                who.domain(),
                scores.stream()
                    .map(
                        score ->
                            new CalibrationPage.Look(
                                score.glance().getGlanceId(),
                                score.glance().getFramesCount(),
                                score.truth(),
                                score.predicted(),
                                score.corrected(),
                                score.errorDeg(),
                                score.correctedErrorDeg()))
                    .toList())
            .html());
    tell(
        "%s after %d of %d points; stored the glances. Report: %s",
        run.howItEnded() == GuidedRun.End.DONE ? "Done" : "Stopped",
        scores.size(),
        run.spots().size(),
        picture);
    warnIfNotFollowed(scores);
  }

  /** In the measures that laboratories report; the heads are those that were active meanwhile. */
  private void tellQuality(GuidedRun run, KafkaAccess kafka, Instant begin) {
    GlanceQuality.asPredicted(run.glances())
        .ifPresent(quality -> tell("Quality at these points: %s", QualityText.summary(quality)));
    QualitySelection meanwhile =
        new QualitySelection(
            who.domain(), Optional.of(who.camera()), Optional.of(begin), Optional.empty());
    StreamQuality.of(StoredInput.predictions(kafka, meanwhile))
        .ifPresent(
            stream ->
                tell(
                    "Of camera %s meanwhile: %s",
                    who.camera(), QualityText.summary(stream.coverage())));
    tell("For all of the domain: gazeshift quality --domain %s", who.domain());
  }

  /** Glances outweigh every other check of a head, so wrong ones do more harm than none. */
  private void warnIfNotFollowed(List<GlanceScore> scores) {
    double following = GlanceScore.following(scores);
    if (scores.size() >= FEWEST_TO_JUDGE && following < LEAST_FOLLOWING) {
      tell(
          "%s",
          console.yellow(
              String.format(
                  Locale.ROOT,
                  "The predictions hardly follow the points (correlation %.2f). Check that the person"
                      + " looked at them in view of camera %s, and the screen's size and position."
                      + " To delete these glances: gazeshift glances remove --domain %s%s",
                  following,
                  who.camera(),
                  who.domain(),
                  scores.stream()
                      .map(score -> " " + score.glance().getGlanceId())
                      .collect(Collectors.joining()))));
    }
  }

  private void tell(String format, Object... values) {
    console.out().println(String.format(Locale.ROOT, format, values));
    console.out().flush();
  }

  /** Prints each point on the terminal. */
  private final class PointPrinter implements GuidedRun.Listener {

    @Override
    public void seen(int point, int count, GlanceScore score) {
      tell(
          "point %d of %d: %d frames, spread %.1f°, the head is %.1f° off",
          point + 1, count, score.glance().getFramesCount(), score.spreadDeg(), score.errorDeg());
    }

    @Override
    public void failed(int point, int count, String why) {
      tell("point %d of %d: %s", point + 1, count, console.yellow(why));
    }
  }
}
