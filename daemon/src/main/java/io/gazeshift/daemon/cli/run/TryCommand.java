package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.DurationOption;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.StatusBlock;
import io.gazeshift.common.config.BaseDirectories;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.daemon.cli.support.PagePort;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.live.LiveBoard;
import io.gazeshift.daemon.live.LiveSettings;
import io.gazeshift.daemon.process.Browser;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.daemon.roles.Roles;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.facemodels.ModelFetch;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "try",
    mixinStandardHelpOptions = true,
    description =
        "Show where people look in front of one camera or in a film, on a page in your browser. Needs"
            + " no configuration file; only this machine sees the images.")
public final class TryCommand implements Callable<Integer> {

  private static final String CAMERA = "camera";
  private static final int ANY_PORT = 0;
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final Duration PLAIN_STATUS_EVERY = Duration.ofSeconds(5);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--camera",
      paramLabel = "SOURCE",
      description =
          "The number of a camera of this machine, a stream (rtsp://host/path), a film or a folder"
              + " of images, which repeat. Default: ${DEFAULT-VALUE}.")
  private String camera = "0";

  @Option(
      names = "--fov-degrees",
      paramLabel = "N",
      description =
          "Horizontal field of view of the camera, 5 to 170. Default: that of"
              + " cameras[].fov-degrees.")
  private Double fieldOfViewDegrees;

  @Option(
      names = "--fetch",
      description =
          "Download the face models first if they are missing (MediaPipe, Apache-2.0, 13 MB, with"
              + " the npm client).")
  private boolean fetch;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Stop after this time, such as 30s or 5m. Default: run until Ctrl-C.")
  private Duration duration;

  @Option(
      names = "--no-browser",
      description = "Print the page's address without opening a browser.")
  private boolean noBrowser;

  public TryCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = configure();
    if (fetch) {
      fetchFaceModels(config);
    }
    TriedSource tried = new TriedSource(camera, config);
    tried.requireFaceModels();
    Roles.checkCameras(config);
    tried.requirePicture();
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        StatusBlock status = new StatusBlock(console, InstantSource.system(), PLAIN_STATUS_EVERY);
        LiveBoard board = LiveBoard.open(cluster.kafka(), LiveSettings.of(config));
        Roles roles = Roles.all(config, cluster.kafka(), board, stop::isRequested)) {
      introduce(cluster, roles);
      TryStatus shown = new TryStatus(status);
      long endNanos = System.nanoTime() + (duration == null ? 0 : duration.toNanos());
      while ((duration == null || System.nanoTime() - endNanos < 0) && !stop.await(LOOK_EVERY)) {
        cluster.throwIfFailed();
        roles.throwIfFailed();
        shown.show(board.snapshot());
      }
      status.close();
      console.out().printf("%d predictions.%n", board.faces());
      return ExitCode.DONE;
    }
  }

  /** The user's configuration with this one camera, and a broker of its own where none is given. */
  private GazeshiftConfig configure() {
    EffectiveConfig configured = options.loadEffective(new Flags());
    if (configured.size("cameras") > 0) {
      throw UserError.usage(
          "try: cameras are configured by %s; use 'gazeshift run' for them, or another --config"
              .formatted(configured.origin("cameras[0].id")));
    }
    Flags flags =
        new Flags()
            .set("--camera", "cameras[0].id", CAMERA)
            .set("--camera", "cameras[0].domain", CAMERA)
            .set("--camera", "cameras[0].source", TriedSource.address(camera))
            .set("--fov-degrees", "cameras[0].fov-degrees", fieldOfViewDegrees);
    if (configured.origin("ingest.features-only").equals("default")) {
      flags.set("try", "ingest.features-only", true);
    }
    if (configured.origin("ingest.preview").equals("default")) {
      // The page shows real people only where the configuration allows a preview.
      flags.set("try", "ingest.preview", ANY_PORT);
    }
    if (configured.origin("broker.data-dir").equals("default")) {
      flags.set(
          "try",
          "broker.data-dir",
          BaseDirectories.state(System.getenv()).resolve("gazeshift/try"));
    }
    PagePort.insteadOfTaken(configured).ifPresent(port -> flags.set("try", "http.listen", port));
    return GazeshiftConfig.from(options.loadEffective(flags));
  }

  private void fetchFaceModels(GazeshiftConfig config) throws IOException, InterruptedException {
    try (CommandProgress progress = new CommandProgress(console, "face models")) {
      ModelFetch.byNpm().into(new FaceModels(config.faces().models()), progress);
    }
  }

  private void introduce(Cluster cluster, Roles roles) {
    console.out().printf("%s.%n", roles.description());
    roles
        .url()
        .ifPresent(
            url -> {
              boolean opened = !noBrowser && Browser.open(url);
              console
                  .out()
                  .println((opened ? "Opened in your browser: " : "Open in a browser: ") + url);
            });
    console
        .out()
        .printf(
            "In another terminal: gazeshift tail predictions --kafka %s%n",
            cluster.kafka().bootstrap());
    console.out().println("Press Ctrl-C to stop.");
    console.out().flush();
  }
}
