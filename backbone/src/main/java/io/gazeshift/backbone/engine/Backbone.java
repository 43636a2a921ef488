package io.gazeshift.backbone.engine;

import io.gazeshift.backbone.input.BackboneInput;
import java.nio.FloatBuffer;

/**
 * A frozen network that turns faces into feature vectors. Used by one thread at a time; the caller
 * closes it.
 */
public interface Backbone extends AutoCloseable {

  /** The length of a feature vector. */
  int featureSize();

  /** What it takes of a face. */
  BackboneInput input();

  /**
   * SHA-256, in hex, of the network and its preprocessing. Features of different fingerprints never
   * mix.
   */
  String fingerprint();

  /** Where it runs and why, in one line: {@code cpu (auto: no CUDA in this ONNX Runtime)}. */
  String device();

  /**
   * The features of the first {@code count} faces of the buffer, row by row. The buffer is direct,
   * in native order, and filled by the input's readers; position and limit are ignored.
   */
  float[] features(FloatBuffer faces, int count);

  @Override
  void close();
}
