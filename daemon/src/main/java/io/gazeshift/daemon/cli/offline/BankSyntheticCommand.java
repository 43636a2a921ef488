package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.samples.ExtractedSamples;
import io.gazeshift.backbone.samples.FeatureExtractor;
import io.gazeshift.backbone.samples.SyntheticSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.ingest.synthetic.Staging;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "synthetic",
    mixinStandardHelpOptions = true,
    description = "Build a bank of rendered faces, to try the offline commands without a data set.")
final class BankSyntheticCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private BackboneOption backbone = new BackboneOption();
  @Mixin private BankOutput output = new BankOutput();

  @Option(
      names = "--scene",
      paramLabel = "NAME",
      description =
          "Scene to render: studio, lab or vehicle, with parameters as in 'lab?light=0.3'."
              + " Default: ${DEFAULT-VALUE}.")
  private String scene = "studio";

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Number of faces. Default: ${DEFAULT-VALUE}.")
  private int count = 2000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for people and gaze. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description =
          "Frames per second. The default shows every gaze once; 10 gives a stream in which frames"
              + " share fixations. Default: ${DEFAULT-VALUE}.")
  private double fps = SyntheticPatches.UNRELATED_FRAMES_PER_SECOND;

  @Option(names = "--unlabelled", description = "Omit the gaze and the persons.")
  private boolean unlabelled;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description =
          "Device to run the backbone on: auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = "auto";

  BankSyntheticCommand(Console console) {
    this.console = console;
  }

  private Staging staging() {
    try {
      return Staging.parse(scene);
    } catch (UserError e) {
      throw UserError.usage("--scene: '%s' %s".formatted(scene, e.getMessage()));
    }
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (count < 1) {
      throw UserError.usage("--count: %d is too few; use at least 1".formatted(count));
    }
    if (!(fps > 0 && fps <= 1000)) {
      throw UserError.usage("--fps: %s is not between 0 and 1000".formatted(fps));
    }
    Staging staging = staging();
    output.check();
    ExtractedSamples samples;
    try (FeatureExtractor extractor = backbone.open(device);
        CommandProgress progress = new CommandProgress(console, scene)) {
      samples = SyntheticSamples.draw(extractor, staging, count, seed, fps, progress);
    }
    output.write(console, unlabelled ? samples.withoutLabels() : samples);
    return ExitCode.DONE;
  }
}
