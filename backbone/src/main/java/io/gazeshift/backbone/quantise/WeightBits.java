package io.gazeshift.backbone.quantise;

/** How many bits a weight has. */
public enum WeightBits {
  /**
   * For every CPU: those without VNNI add two products in 16 bits, which products of 8 bits can
   * overflow without notice.
   */
  SEVEN(7, 63),
  /** Slightly finer; for CPUs with VNNI or AMX, and for ARM. */
  EIGHT(8, 127);

  private final int bits;
  private final int highest;

  WeightBits(int bits, int highest) {
    this.bits = bits;
    this.highest = highest;
  }

  public int bits() {
    return bits;
  }

  /** The largest weight; the smallest is its negative. */
  int highest() {
    return highest;
  }
}
