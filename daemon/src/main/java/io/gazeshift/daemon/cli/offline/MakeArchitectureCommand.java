package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.model.ArchitectureModelMaker;
import io.gazeshift.backbone.network.Architecture;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.RandomWeights;
import io.gazeshift.backbone.network.StoredWeights;
import io.gazeshift.backbone.network.Weights;
import io.gazeshift.backbone.openvino.GazeNetworkFiles;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SafetensorsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "make",
    mixinStandardHelpOptions = true,
    description =
        "Create a model directory of a known architecture with an untrained head, to measure its"
            + " speed or, with --weights, to use a backbone trained elsewhere.")
final class MakeArchitectureCommand implements Callable<Integer> {

  private static final int USUAL_INPUT_SIZE = 224;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--arch",
      paramLabel = "NAME",
      required = true,
      converter = MadeBackbone.FromLabel.class,
      completionCandidates = MadeBackbone.Labels.class,
      description =
          "Architecture: ${COMPLETION-CANDIDATES}. landmarks+adas joins the built-in model of"
              + " landmarks with the network that 'models fetch --gaze intel' brings.")
  private MadeBackbone architecture;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Directory for the model; created if missing.")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for the random weights. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description =
          "Safetensors file with the backbone's weights under torchvision's names. Default: random"
              + " weights.")
  private Path weightsFile;

  @Option(
      names = "--input-size",
      paramLabel = "PIXELS",
      description = "Width and height of the patches. Default: 224.")
  private Integer inputSize;

  MakeArchitectureCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLogging.apply(options);
    if (inputSize != null && (inputSize < 32 || inputSize > 1024)) {
      throw UserError.usage("--input-size: %d is not between 32 and 1024".formatted(inputSize));
    }
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw UserError.usage("--out: %s is a file, not a directory".formatted(out));
    }
    ArchitectureModelMaker.Made made =
        architecture.architecture().isPresent()
            ? ArchitectureModelMaker.make(
                out, spec(architecture.architecture().get()), weights(), seed)
            : withoutWeights();
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s: %s, %.1f MB, %d features, %s, fingerprint %s%n",
            out,
            architecture.label(),
            made.bytes() / 1e6,
            made.features(),
            made.head(),
            made.fingerprint());
    console
        .out()
        .println(
            weightsFile == null && architecture.architecture().isPresent()
                ? "The weights are random: use this model to measure speed, not to predict gaze."
                : architecture == MadeBackbone.LANDMARKS_ADAS
                    ? "Use it with infer.model; it predicts the mean of both."
                    : "The head is random: train one with 'gazeshift head train'.");
    return ExitCode.DONE;
  }

  private NetworkSpec spec(Architecture known) {
    return known.spec(inputSize == null ? USUAL_INPUT_SIZE : inputSize);
  }

  private ArchitectureModelMaker.Made withoutWeights() throws IOException {
    if (weightsFile != null) {
      throw UserError.usage(
          "--weights: the backbone '%s' has no weights to learn".formatted(architecture.label()));
    }
    if (inputSize != null) {
      throw UserError.usage(
          "--input-size: the backbone '%s' takes no patches of your choice"
              .formatted(architecture.label()));
    }
    if (architecture == MadeBackbone.LANDMARKS) {
      return ArchitectureModelMaker.makeLandmarks(out, seed);
    }
    Path models = GazeshiftConfig.load(options, new Flags()).faces().models();
    return ArchitectureModelMaker.makeSecondOpinion(out, new GazeNetworkFiles(models).read());
  }

  private Weights weights() {
    if (weightsFile == null) {
      return new RandomWeights(seed);
    }
    try {
      return new StoredWeights(Safetensors.read(FileFlags.file("--weights", weightsFile)));
    } catch (SafetensorsException e) {
      throw new UserError(e.getMessage(), e);
    }
  }
}
