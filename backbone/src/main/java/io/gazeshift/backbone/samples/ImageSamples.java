package io.gazeshift.backbone.samples;

import java.io.IOException;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** Features of images on disk. */
public final class ImageSamples {

  private ImageSamples() {}

  public static ExtractedSamples labelled(
      FeatureExtractor extractor, LabelledImages images, DoubleConsumer progress)
      throws IOException, InterruptedException {
    float[] features = extractor.features(new ImagePatches(images.files()), progress);
    return new ExtractedSamples(
        features,
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
        extractor.width(),
        Optional.empty(),
        new long[0],
        groups,
        extractor.fingerprint());
  }
}
