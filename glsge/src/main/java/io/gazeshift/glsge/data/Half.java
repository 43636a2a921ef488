package io.gazeshift.glsge.data;

/**
 * IEEE 754 half floats (binary16), exact in both directions; rounding is to nearest, ties to even.
 * What happens beyond 65504 is the caller's choice between two methods.
 */
public final class Half {

  /** The largest finite half float. */
  public static final float MAX_VALUE = 65504f;

  private static final int SIGN = 0x8000;
  private static final int INFINITY = 0x7c00;
  private static final int QUIET_NAN = 0x7e00;
  private static final int MANTISSA = 0x03ff;
  private static final int MANTISSA_SHIFT = 23 - 10;
  private static final int BIAS_SHIFT = 127 - 15;

  /** 65520, halfway between the largest half float and what would come next: ties to infinity. */
  private static final int FIRST_OVERFLOW_BITS = 0x477ff000;

  /** 2^-14, the smallest half float with a full mantissa. */
  private static final int FIRST_NORMAL_BITS = 0x38800000;

  private Half() {}

  /** The value of a half float; every one of them is a float too. */
  public static float toFloat(short half) {
    int exponent = (half & INFINITY) >> 10;
    int mantissa = half & MANTISSA;
    int sign = (half & SIGN) << 16;
    int magnitude;
    if (exponent == 0) {
      magnitude = Float.floatToRawIntBits(Math.scalb((float) mantissa, -24));
    } else if (exponent == 31) {
      magnitude = 0x7f800000 | mantissa << MANTISSA_SHIFT;
    } else {
      magnitude = exponent + BIAS_SHIFT << 23 | mantissa << MANTISSA_SHIFT;
    }
    return Float.intBitsToFloat(sign | magnitude);
  }

  /** The nearest half float; from 65520 on, as IEEE says, infinity. */
  public static short fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = bits >>> 16 & SIGN;
    int magnitude = bits & 0x7fffffff;
    int half;
    if (magnitude > 0x7f800000) {
      half = QUIET_NAN | magnitude >>> MANTISSA_SHIFT & MANTISSA;
    } else if (magnitude >= FIRST_OVERFLOW_BITS) {
      half = INFINITY;
    } else if (magnitude >= FIRST_NORMAL_BITS) {
      // A carry out of the mantissa lands in the exponent, where it belongs.
      int roundHalfToEven = 0xfff + (magnitude >>> MANTISSA_SHIFT & 1);
      half = magnitude - (BIAS_SHIFT << 23) + roundHalfToEven >>> MANTISSA_SHIFT;
    } else {
      half = (int) Math.rint(Math.scalb((double) Float.intBitsToFloat(magnitude), 24));
    }
    return (short) (sign | half);
  }

  /** The nearest finite half float: what is beyond 65504 becomes 65504. NaN stays NaN. */
  public static short fromFloatSaturating(float value) {
    // Both comparisons fail for NaN, which passes through.
    if (value > MAX_VALUE) {
      return fromFloat(MAX_VALUE);
    }
    if (value < -MAX_VALUE) {
      return fromFloat(-MAX_VALUE);
    }
    return fromFloat(value);
  }
}
