package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.image.Preprocessing;
import io.gazeshift.backbone.image.Preprocessing.Channels;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * How a patch becomes a network's input, for a file that stands alone; a picocli mixin. What no
 * flag says is taken from the {@code backbone.json} beside the file, or else is ImageNet's.
 */
final class PreprocessingOptions {

  private static final int USUAL_SIZE = 224;

  @Option(names = "--input-size", paramLabel = "PIXELS", description = "Side of the patches.")
  private Integer inputSize;

  @Option(names = "--channels", paramLabel = "ORDER", description = "RGB or BGR.")
  private Channels channels;

  @Option(
      names = "--mean",
      paramLabel = "R,G,B",
      split = ",",
      description = "Taken from each channel, whose pixels are 0 to 1.")
  private List<Double> mean;

  @Option(
      names = "--std",
      paramLabel = "R,G,B",
      split = ",",
      description = "What each channel is divided by.")
  private List<Double> std;

  @Option(
      names = "--output",
      paramLabel = "NAME",
      description = "The output with the features; a TorchScript tuple's are 0, 1, 2...")
  private String output;

  boolean areGiven() {
    return inputSize != null || channels != null || mean != null || std != null || output != null;
  }

  /** What applies to this file. */
  Preprocessing forFile(Path file) throws IOException {
    Path sidecar = file.resolveSibling(Preprocessing.FILE_NAME);
    Preprocessing base =
        Files.isRegularFile(sidecar)
            ? Preprocessing.fromJson(Files.readAllBytes(sidecar), sidecar.toString())
            : Preprocessing.imageNet(USUAL_SIZE);
    try {
      return new Preprocessing(
          inputSize == null ? base.inputSize() : inputSize,
          channels == null ? base.channels() : channels,
          mean == null ? base.mean() : mean,
          std == null ? base.std() : std,
          output == null ? base.output() : output);
    } catch (IllegalArgumentException e) {
      throw UserError.usage("--" + e.getMessage().replace('_', '-'));
    }
  }
}
