package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.samples.ExtractedSamples;
import io.gazeshift.backbone.samples.FeatureExtractor;
import io.gazeshift.backbone.samples.ImagePatches;
import io.gazeshift.backbone.samples.ImageSamples;
import io.gazeshift.backbone.samples.StreamedImages;
import io.gazeshift.common.cli.FileFlags;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleConsumer;
import picocli.CommandLine.Option;

/** The time and track of images without labels; a picocli mixin. */
final class UnlabelledImages {

  @Option(
      names = "--stream",
      paramLabel = "FILE",
      description =
          "File with the time and track of each of --images: lines of path,track,capture_micros,"
              + " ordered by time.")
  private Path stream;

  boolean given() {
    return stream != null;
  }

  ExtractedSamples extract(FeatureExtractor extractor, Path images, DoubleConsumer progress)
      throws IOException, InterruptedException {
    return stream == null
        ? ImageSamples.unlabelled(extractor, ImagePatches.under(images), progress)
        : ImageSamples.streamed(
            extractor, StreamedImages.ofCsv(images, FileFlags.file("--stream", stream)), progress);
  }
}
