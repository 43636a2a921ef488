package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * How a patch becomes the input of a network file; a picocli mixin. Values not given come from the
 * {@code backbone.json} beside the file, else from ImageNet.
 */
final class PreprocessingOptions {

  private static final int USUAL_SIZE = 224;

  @Option(
      names = "--input-size",
      paramLabel = "PIXELS",
      description = "Width and height of the patches.")
  private Integer inputSize;

  @Option(
      names = "--channels",
      paramLabel = "ORDER",
      description = "Order of the channels: RGB or BGR.")
  private Channels channels;

  @Option(
      names = "--mean",
      paramLabel = "R,G,B",
      split = ",",
      description = "Mean to subtract from each channel, for pixels from 0 to 1.")
  private List<Double> mean;

  @Option(
      names = "--std",
      paramLabel = "R,G,B",
      split = ",",
      description = "Standard deviation to divide each channel by.")
  private List<Double> std;

  @Option(
      names = "--output",
      paramLabel = "NAME",
      description = "Name of the output with the features; 0, 1, 2... for a TorchScript tuple.")
  private String output;

  boolean areGiven() {
    return inputSize != null || channels != null || mean != null || std != null || output != null;
  }

  /** The preprocessing for this file. */
  BackboneInput forFile(Path file) throws IOException {
    Path sidecar = file.resolveSibling(BackboneInput.FILE_NAME);
    BackboneInput given =
        Files.isRegularFile(sidecar)
            ? BackboneInput.fromJson(Files.readAllBytes(sidecar), sidecar.toString())
            : PatchInput.imageNet(USUAL_SIZE);
    if (!areGiven()) {
      return given;
    }
    if (!(given instanceof PatchInput base)) {
      throw UserError.usage(
          "--input-size, --channels, --mean, --std and --output apply to networks that take"
              + " patches, but %s says otherwise".formatted(sidecar));
    }
    try {
      return new PatchInput(
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
