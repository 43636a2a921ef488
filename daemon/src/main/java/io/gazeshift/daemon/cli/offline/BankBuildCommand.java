package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.samples.ExtractedSamples;
import io.gazeshift.backbone.samples.FeatureExtractor;
import io.gazeshift.backbone.samples.ImageSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    description =
        "Build a bank: run normalised face patches through a backbone and store the features.")
final class BankBuildCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private BackboneOption backbone = new BackboneOption();
  @Mixin private LabelOptions labels = new LabelOptions();
  @Mixin private UnlabelledImages unlabelled = new UnlabelledImages();
  @Mixin private BankOutput output = new BankOutput();

  @Option(
      names = "--images",
      paramLabel = "DIR",
      required = true,
      description =
          "Folder of normalised face patches: JPEG files of the backbone's input size. Without"
              + " --labels it takes all of them, unlabelled.")
  private Path images;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description =
          "Device to run the backbone on: auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = "auto";

  BankBuildCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    FileFlags.directory("--images", images);
    if (labels.given() && unlabelled.given()) {
      throw UserError.usage("--stream: goes with images without --labels");
    }
    output.check();
    ExtractedSamples samples;
    try (FeatureExtractor extractor = backbone.open(device);
        CommandProgress progress = new CommandProgress(console, "features")) {
      samples =
          labels.given()
              ? ImageSamples.labelled(extractor, labels.read(images), progress)
              : unlabelled.extract(extractor, images, progress);
    }
    output.write(console, samples);
    return ExitCode.DONE;
  }
}
