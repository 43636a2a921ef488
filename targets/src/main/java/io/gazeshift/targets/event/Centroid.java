package io.gazeshift.targets.event;

import io.gazeshift.protocol.Gaze;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The mean direction of some frames, and over which time they reach. */
final class Centroid {

  private long firstMicros;
  private long lastMicros;
  private double x;
  private double y;
  private double z;
  private int count;

  static Centroid of(Iterable<GazeSample> samples) {
    Centroid centroid = new Centroid();
    samples.forEach(centroid::add);
    return centroid;
  }

  /** In the order of capture. */
  void add(GazeSample sample) {
    double[] vector = sample.gaze().vector();
    x += vector[0];
    y += vector[1];
    z += vector[2];
    if (count == 0) {
      firstMicros = sample.captureMicros();
    }
    lastMicros = sample.captureMicros();
    count++;
  }

  boolean isEmpty() {
    return count == 0;
  }

  long lastMicros() {
    return lastMicros;
  }

  long durationMicros() {
    return lastMicros - firstMicros;
  }

  double angleToRad(Gaze gaze) {
    return mean().angleToRad(gaze);
  }

  GazeEvent.Fixation toFixation() {
    // For small angles θ the mean vector is shorter than 1 by the mean of θ²/2.
    double length = Math.sqrt(x * x + y * y + z * z) / count;
    double dispersionRad = Math.sqrt(Math.max(0, 2 * (1 - length)));
    return new GazeEvent.Fixation(firstMicros, lastMicros, mean(), dispersionRad, count);
  }

  private Gaze mean() {
    return Gaze.along(x, y, z);
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(firstMicros);
    out.writeLong(lastMicros);
    out.writeDouble(x);
    out.writeDouble(y);
    out.writeDouble(z);
    out.writeInt(count);
  }

  void read(DataInput in) throws IOException {
    firstMicros = in.readLong();
    lastMicros = in.readLong();
    x = in.readDouble();
    y = in.readDouble();
    z = in.readDouble();
    count = in.readInt();
  }
}
