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

/** When images without labels were taken; a picocli mixin. */
final class UnlabelledImages {

  @Option(
      names = "--stream",
      paramLabel = "FILE",
      description =
          "When the --images were taken and whose face each shows: lines of"
              + " path,track,capture_micros, in the order of time.")
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
