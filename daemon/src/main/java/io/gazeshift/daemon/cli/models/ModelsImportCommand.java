package io.gazeshift.daemon.cli.models;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.samples.SampleFiles;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.swap.BlankFace;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description =
        "Publish a head from a file to a domain, after checking it against the configured model.")
final class ModelsImportCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private PublishOptions publish = new PublishOptions();

  @Parameters(
      paramLabel = "FILE",
      description = "Head file (safetensors), as 'models export' writes it.")
  private Path file;

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain that gets the head.")
  private String domain;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "Model directory with the backbone. Default: infer.model.")
  private Path model;

  ModelsImportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    HeadFile head = SampleFiles.head(FileFlags.file("FILE", file));
    GazeshiftConfig config =
        GazeshiftConfig.load(options, new Flags().set("--model", "infer.model", model));
    try (VersionsSession session = VersionsSession.open(config)) {
      try (Backbone backbone = session.openBackbone()) {
        ModelDirectory.rejectForeign(head, file.toString(), backbone);
        tryOnce(head, backbone);
      }
      long parent = session.versions().current(domain).map(HeadModel::getVersion).orElse(0L);
      HeadModel published =
          session.publish(
              publish,
              by ->
                  by.introduce(
                      domain,
                      head,
                      parent,
                      publish.summary("imported from " + file.getFileName()),
                      publish.author()));
      console.out().printf("%s: head %d from %s is active%n", domain, published.getVersion(), file);
    }
    return ExitCode.DONE;
  }

  private void tryOnce(HeadFile head, Backbone backbone) {
    float[] angles = head.head().predict(BlankFace.features(backbone));
    if (!Float.isFinite(angles[0]) || !Float.isFinite(angles[1])) {
      throw new UserError(
          "%s: predicts pitch %s, yaw %s on a blank patch; train or export the head again"
              .formatted(file, angles[0], angles[1]));
    }
  }
}
