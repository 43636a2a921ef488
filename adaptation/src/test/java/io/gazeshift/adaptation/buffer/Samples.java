package io.gazeshift.adaptation.buffer;

import io.gazeshift.glsge.data.Half;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.Random;

/** Makes faces for buffers: the features are a function of the gaze, and noise. */
final class Samples {

  static final int WIDTH = 16;

  private Samples() {}

  static TargetSample face(
      Track track, long frameSeq, double seconds, Gaze gaze, double noise, Random random) {
    short[] feature = new short[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      double value =
          10 * Math.sin(gaze.pitchRad() * (i + 1)) + 10 * Math.cos(gaze.yawRad() * (i + 1));
      feature[i] = Half.fromFloat((float) (value + noise * random.nextGaussian()));
    }
    return new TargetSample(
        track, frameSeq, Math.round(seconds * 1e6), feature, gaze, Rotation.IDENTITY);
  }
}
