package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.samples.FeatureExtractor;
import io.gazeshift.backbone.samples.ImageSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.glsge.data.SourceBank;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Labelled images instead of a file of features; a picocli mixin. */
final class LabelledImageOptions {

  @Mixin private BackboneOption backbone = new BackboneOption();
  @Mixin private LabelOptions labels = new LabelOptions();

  @Option(
      names = "--images",
      paramLabel = "DIR",
      description =
          "Folder of normalised face patches, with --labels, instead of a file of features; --model"
              + " extracts the features.")
  private Path images;

  boolean given() {
    return images != null;
  }

  /** Rejects images together with a file, neither of them, and images without labels. */
  void requireOneOf(String command, String files, boolean filesGiven) {
    if (filesGiven == given() || given() != labels.given()) {
      throw UserError.usage(
          "%s: needs either %s, or --images with --labels".formatted(command, files));
    }
  }

  /** The model directory, if one is given. */
  @Nullable Path model() {
    return backbone.model();
  }

  boolean labelsGiven() {
    return labels.given();
  }

  /** The labels as the CSV file of photographs. */
  Path labelsCsv() {
    return labels.csv();
  }

  /** Name of the images in messages. */
  String name() {
    return images.toString();
  }

  SourceBank bank(Console console, String device) throws IOException, InterruptedException {
    FileFlags.directory("--images", images);
    try (FeatureExtractor extractor = backbone.open(device);
        CommandProgress progress = new CommandProgress(console, "features")) {
      return ImageSamples.labelled(extractor, labels.read(images), progress).bank();
    }
  }
}
