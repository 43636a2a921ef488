package io.gazeshift.daemon.offline;

import java.io.IOException;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** Features of images on disk. */
public final class ImageSamples {

  private ImageSamples() {}

  /**
   * Of images whose gaze is known.
   *
   * @param mirror whether to take their mirror images too
   */
  public static ExtractedSamples labelled(
      FeatureExtractor extractor, LabelledImages images, boolean mirror, DoubleConsumer progress)
      throws IOException, InterruptedException {
    FeatureExtractor.Rows rows = extractor.rows(new ImagePatches(images.files()), mirror, progress);
    return new ExtractedSamples(
        rows.features(),
        rows.mirrored(),
        extractor.width(),
        Optional.of(images.gaze()),
        images.persons(),
        Optional.empty(),
        extractor.fingerprint());
  }

  /** Of images of which neither gaze nor time is known. */
  public static ExtractedSamples unlabelled(
      FeatureExtractor extractor, ImagePatches images, DoubleConsumer progress)
      throws IOException, InterruptedException {
    return unlabelled(extractor, images, Optional.empty(), progress);
  }

  /** Of a camera's stream. */
  public static ExtractedSamples streamed(
      FeatureExtractor extractor, StreamedImages images, DoubleConsumer progress)
      throws IOException, InterruptedException {
    return unlabelled(
        extractor, new ImagePatches(images.files()), Optional.of(images.stream()), progress);
  }

  private static ExtractedSamples unlabelled(
      FeatureExtractor extractor,
      ImagePatches images,
      Optional<FrameGroups> groups,
      DoubleConsumer progress)
      throws IOException, InterruptedException {
    return new ExtractedSamples(
        extractor.features(images, progress),
        Optional.empty(),
        extractor.width(),
        Optional.empty(),
        new long[0],
        groups,
        extractor.fingerprint());
  }
}
