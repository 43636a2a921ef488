package io.gazeshift.adaptation.buffer;

import io.gazeshift.protocol.Gaze;
import java.util.List;

/**
 * A few frames of one track, one right after another. What differs between them is mostly noise,
 * which adaptation needs to know; what differs between bursts is what it learns from.
 */
public final class Burst {

  /** Two still faces differ by noise alone; this much more than its expectation is still noise. */
  private static final double STILL = 2;

  private final List<TargetSample> frames;
  private final float[] mean;
  private final double meanNoise;
  private final Gaze gaze;

  /** Takes at least one frame; all of one track and one width, ascending in time. */
  Burst(List<TargetSample> frames) {
    this.frames = List.copyOf(frames);
    int n = frames.size();
    int width = frames.get(0).width();
    float[] frame = new float[width];
    double[] sum = new double[width];
    double[] squares = new double[width];
    double pitch = 0;
    double yaw = 0;
    for (TargetSample sample : frames) {
      sample.copyFeature(frame, 0);
      for (int i = 0; i < width; i++) {
        sum[i] += frame[i];
        squares[i] += (double) frame[i] * frame[i];
      }
      pitch += sample.prediction().pitchRad() / n;
      yaw += sample.prediction().yawRad() / n;
    }
    this.mean = new float[width];
    double scatter = 0;
    for (int i = 0; i < width; i++) {
      mean[i] = (float) (sum[i] / n);
      scatter += Math.max(0, squares[i] - sum[i] * sum[i] / n);
    }
    this.meanNoise = n > 1 ? scatter / (n - 1) / n : 0;
    this.gaze = new Gaze(pitch, yaw);
  }

  public List<TargetSample> frames() {
    return frames;
  }

  public Track track() {
    return frames.get(0).track();
  }

  /** The mean of the frames' predictions. */
  public Gaze gaze() {
    return gaze;
  }

  /** The mean of the frames' features; not to be changed. */
  public float[] meanFeature() {
    return mean;
  }

  /** When the last frame was taken. */
  public long captureMicros() {
    return frames.get(frames.size() - 1).captureMicros();
  }

  /** Whether the two differ by no more than the noise of their frames: nothing has moved. */
  boolean repeats(Burst other) {
    double distance = 0;
    for (int i = 0; i < mean.length; i++) {
      double d = mean[i] - other.mean[i];
      distance += d * d;
    }
    return distance <= STILL * (meanNoise + other.meanNoise);
  }
}
