package io.gazeshift.inference.person;

import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FeatureSample;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A glance of one face track: the features of its frames and where they look in truth, so that any
 * head can be tried on them. Immutable.
 */
final class TrackGlance {

  /** More frames of one look add no information, only memory. */
  private static final int MOST_FRAMES = 15;

  private final long firstMicros;
  private final float[][] features;
  private final Gaze[] truth;

  /**
   * @param frames of one track, at least one, all with features that the heads take
   */
  TrackGlance(Gaze camera, List<FeatureSample> frames) {
    this.firstMicros =
        frames.stream()
            .mapToLong(frame -> frame.getIdentity().getCaptureMicros())
            .min()
            .orElseThrow();
    int count = Math.min(MOST_FRAMES, frames.size());
    this.features = new float[count][];
    this.truth = new Gaze[count];
    for (int i = 0; i < count; i++) {
      FeatureSample frame = frames.get(i * frames.size() / count);
      features[i] = floats(frame);
      truth[i] = camera.rotatedBy(Rotation.ofRows(frame.getNormalisationRotationList()));
    }
  }

  private static float[] floats(FeatureSample frame) {
    ShortBuffer halves =
        frame
            .getFeatureFp16()
            .asReadOnlyByteBuffer()
            .order(ByteOrder.LITTLE_ENDIAN)
            .asShortBuffer();
    float[] floats = new float[halves.remaining()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = Half.toFloat(halves.get(i));
    }
    return floats;
  }

  /** When the first of its frames was captured. */
  long firstMicros() {
    return firstMicros;
  }

  /** What is missing from a head's angles: the median over the frames, by axis. */
  PitchYaw missing(Head head) {
    double[] pitch = new double[truth.length];
    double[] yaw = new double[truth.length];
    for (int i = 0; i < truth.length; i++) {
      float[] angles = head.predict(features[i]);
      pitch[i] = truth[i].pitchRad() - angles[0];
      yaw[i] = truth[i].yawRad() - angles[1];
    }
    return new PitchYaw(median(pitch), median(yaw));
  }

  /** The middle, or the mean of the two in the middle. */
  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
