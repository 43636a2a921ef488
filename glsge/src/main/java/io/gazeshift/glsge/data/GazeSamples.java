package io.gazeshift.glsge.data;

import io.gazeshift.glsge.linalg.Matrix;

/** The parts that source banks and target sets have in common. */
final class GazeSamples {

  static final String FEATURES = "features";
  static final String GAZE = "gaze";
  static final String PERSON = "person";
  static final String FINGERPRINT = "backbone_fingerprint";

  private GazeSamples() {}

  /** Gaze as pitch and yaw in radians, finite and of the given number. */
  static Matrix requireGaze(String name, Matrix gaze, int samples) {
    if (gaze.cols() != 2 || gaze.rows() != samples) {
      throw new IllegalArgumentException(
          "%s: %d feature vectors need as many rows of pitch and yaw, got %d rows of %d"
              .formatted(name, samples, gaze.rows(), gaze.cols()));
    }
    for (int i = 0; i < gaze.rows(); i++) {
      for (int c = 0; c < 2; c++) {
        double angle = gaze.get(i, c);
        if (!(Math.abs(angle) <= Math.PI)) {
          throw new IllegalArgumentException(
              "%s: the %s of row %d is %s; gaze is in radians, within ±π"
                  .formatted(name, c == 0 ? "pitch" : "yaw", i, angle));
        }
      }
    }
    return gaze;
  }

  static long[] requirePersons(String name, long[] persons, int samples) {
    if (persons.length != 0 && persons.length != samples) {
      throw new IllegalArgumentException(
          "%s: has %d feature vectors but %d persons; give one person per row, or none"
              .formatted(name, samples, persons.length));
    }
    return persons.clone();
  }

  static Matrix gaze(Safetensors file) {
    Tensor tensor = file.tensor(GAZE).requireShape(-1, 2);
    return Matrix.wrap(Math.toIntExact(tensor.shape()[0]), 2, tensor.doubles());
  }

  static long[] persons(Safetensors file) {
    return file.names().contains(PERSON) ? file.tensor(PERSON).longs() : new long[0];
  }

  static long[] pick(long[] persons, int[] rows) {
    long[] picked = new long[persons.length == 0 ? 0 : rows.length];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = persons[rows[i]];
    }
    return picked;
  }

  static float[] copy(FeatureRows features) {
    float[] values = new float[Math.multiplyExact(features.size(), features.width())];
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, values, i * features.width());
    }
    return values;
  }
}
