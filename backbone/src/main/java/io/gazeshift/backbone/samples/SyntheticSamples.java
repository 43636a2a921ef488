package io.gazeshift.backbone.samples;

import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.synthetic.LabelledPatch;
import io.gazeshift.ingest.synthetic.Staging;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import java.io.IOException;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** Features of rendered faces, so that everything can be tried without a data set. */
public final class SyntheticSamples {

  private SyntheticSamples() {}

  /**
   * Renders a number of faces of a scene; equal seeds give equal faces.
   *
   * @param framesPerSecond how often the camera looks; a few a second show every gaze once
   */
  public static ExtractedSamples draw(
      FeatureExtractor extractor,
      Staging staging,
      int count,
      long seed,
      double framesPerSecond,
      DoubleConsumer progress)
      throws IOException, InterruptedException {
    OpenCv.load();
    Matrix gaze = Matrix.zeros(count, 2);
    long[] persons = new long[count];
    long[] captureMicros = new long[count];
    try (SyntheticPatches source = new SyntheticPatches(staging, seed, framesPerSecond)) {
      FeatureExtractor.Patches patches =
          new FeatureExtractor.Patches() {
            @Override
            public int count() {
              return count;
            }

            @Override
            public byte[] jpeg(int index) throws InterruptedException {
              LabelledPatch patch = source.next();
              gaze.set(index, 0, patch.normalisedGaze().pitchRad());
              gaze.set(index, 1, patch.normalisedGaze().yawRad());
              persons[index] = source.person();
              captureMicros[index] = source.captureMicros();
              return patch.jpeg();
            }

            @Override
            public String name(int index) {
              return "synthetic patch " + index;
            }
          };
      float[] features = extractor.features(patches, progress);
      return new ExtractedSamples(
          features,
          extractor.width(),
          Optional.of(gaze),
          persons,
          Optional.of(new FrameStream(persons, captureMicros)),
          extractor.fingerprint());
    }
  }
}
