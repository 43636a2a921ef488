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
    description = "Make a bank of rendered faces, to try every offline command without a data set.")
final class BankSyntheticCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private BackboneOption backbone = new BackboneOption();
  @Mixin private BankOutput output = new BankOutput();

  @Option(
      names = "--scene",
      paramLabel = "NAME",
      description =
          "studio, lab or vehicle, with knobs as in 'lab?light=0.3'. Default: ${DEFAULT-VALUE}.")
  private String scene = "studio";

  @Option(names = "--count", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int count = 2000;

  @Option(names = "--seed", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description =
          "Frames a second. The default shows every gaze once; 10 is a stream, in which frames"
              + " share a fixation. Default: ${DEFAULT-VALUE}.")
  private double fps = SyntheticPatches.UNRELATED_FRAMES_PER_SECOND;

  @Option(names = "--unlabelled", description = "Leave the gaze and the persons out.")
  private boolean unlabelled;

  @Option(names = "--device", paramLabel = "NAME", description = "Default: ${DEFAULT-VALUE}.")
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
      throw UserError.usage("--count: %d is too few, at least 1".formatted(count));
    }
    if (!(fps > 0 && fps <= 1000)) {
      throw UserError.usage("--fps: %s is not a number of frames a second".formatted(fps));
    }
    Staging place = staging();
    output.check();
    ExtractedSamples samples;
    try (FeatureExtractor extractor = backbone.open(device);
        CommandProgress progress = new CommandProgress(console, scene)) {
      samples = SyntheticSamples.draw(extractor, place, count, seed, fps, progress);
    }
    output.write(console, unlabelled ? samples.withoutLabels() : samples);
    return ExitCode.DONE;
  }
}
