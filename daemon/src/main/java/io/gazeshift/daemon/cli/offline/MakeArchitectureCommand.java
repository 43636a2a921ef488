package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.model.ArchitectureModelMaker;
import io.gazeshift.backbone.network.Architecture;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.RandomWeights;
import io.gazeshift.backbone.network.StoredWeights;
import io.gazeshift.backbone.network.Weights;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
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
        "Make a model directory of a known architecture, with an untrained head: to try how fast it"
            + " is, or with --weights to run what was trained elsewhere.")
final class MakeArchitectureCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--arch",
      paramLabel = "NAME",
      required = true,
      description = "One of: ${COMPLETION-CANDIDATES} (in lower case too).")
  private Architecture architecture;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where to write it; made if absent.")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the weights and the head. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description =
          "Safetensors file with the backbone's weights by torchvision's names. Default: random"
              + " ones.")
  private Path weightsFile;

  @Option(
      names = "--input-size",
      paramLabel = "PIXELS",
      description = "Side of the patches. Default: ${DEFAULT-VALUE}.")
  private int inputSize = 224;

  MakeArchitectureCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLogging.apply(options);
    if (inputSize < 32 || inputSize > 1024) {
      throw UserError.usage("--input-size: %d, must be 32 to 1024".formatted(inputSize));
    }
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw UserError.usage("--out: %s is a file, not a directory".formatted(out));
    }
    NetworkSpec spec = architecture.spec(inputSize);
    ArchitectureModelMaker.Made made = ArchitectureModelMaker.make(out, spec, weights(), seed);
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s: %s, %.1f MB, %d features, %s, fingerprint %s%n",
            out,
            spec.name(),
            made.bytes() / 1e6,
            made.features(),
            made.head(),
            made.fingerprint());
    console
        .out()
        .println(
            weightsFile == null
                ? "Its weights are random: it shows shapes and speed, not gaze."
                : "Its head is random: train one with 'gazeshift head train'.");
    return ExitCode.DONE;
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
