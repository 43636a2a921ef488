package io.gazeshift.backbone.image;

import java.nio.FloatBuffer;

/**
 * A frozen network that turns normalised patches into feature vectors. Used by one thread at a
 * time; the caller closes it.
 */
public interface Backbone extends AutoCloseable {

  /** The length of a feature vector. */
  int featureSize();

  /** The side of the square patches it takes, in pixels. */
  int inputSize();

  /**
   * SHA-256, in hex, of the network and its preprocessing. Features of different fingerprints never
   * mix.
   */
  String fingerprint();

  /** Where it runs and why, in one line: {@code cpu (auto: no CUDA in this ONNX Runtime)}. */
  String device();

  /**
   * The features of the first {@code count} patches of the buffer, row by row. The buffer is
   * direct, in native order, and holds [count, 3, inputSize, inputSize]; position and limit are
   * ignored.
   */
  float[] features(FloatBuffer patches, int count);

  @Override
  void close();
}
