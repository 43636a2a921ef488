package io.gazeshift.backbone.quantise;

import java.nio.FloatBuffer;

/**
 * Which values a tensor has had, and how a byte from 0 to 255 stands for them. Zero is always one
 * of them: it is what a convolution puts around an image, and must be met exactly.
 */
record ValueRange(float lowest, float highest) {

  /** Of a tensor that was not seen yet. */
  static final ValueRange NONE = new ValueRange(0, 0);

  private static final int STEPS = 255;

  /** The range of these values as well. */
  ValueRange including(FloatBuffer values) {
    float low = lowest;
    float high = highest;
    for (int i = values.position(); i < values.limit(); i++) {
      float value = values.get(i);
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("a value is " + value);
      }
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return new ValueRange(low, high);
  }

  /** What one step of the byte is worth. */
  float scale() {
    float step = (highest - lowest) / STEPS;
    return step > 0 ? step : 1;
  }

  /** The byte that stands for zero. */
  int zeroPoint() {
    return Math.min(STEPS, Math.max(0, Math.round(-lowest / scale())));
  }
}
