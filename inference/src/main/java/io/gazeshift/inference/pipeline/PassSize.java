package io.gazeshift.inference.pipeline;

/**
 * How many faces one pass of the backbone may have, so that it takes no longer than it may. Learned
 * from every pass. A pass of many may cost hardly more than one of few, which only a larger pass
 * can show; so the size grows by one while full passes are quick enough. For one thread.
 */
final class PassSize {

  private final long longestMicros;
  private int faces = Integer.MAX_VALUE;
  private double microsPerFace;

  /** So many took too long, and no pass since has shown that it may be otherwise now. */
  private int tooMany = Integer.MAX_VALUE;

  /**
   * @param longestMicros how long a pass may take; {@link Long#MAX_VALUE} if any time
   */
  PassSize(long longestMicros) {
    this.longestMicros = longestMicros;
  }

  int faces() {
    return faces;
  }

  /** How long a full pass takes, of so many faces at most; 0 before the first pass. */
  long micros(int maxBatch) {
    return (long) (Math.min(faces, maxBatch) * microsPerFace);
  }

  /** A pass of so many faces, at most {@link #faces}, took so long. */
  void took(int count, long passMicros) {
    microsPerFace = (double) passMicros / count;
    if (longestMicros == Long.MAX_VALUE) {
      return;
    }
    long fitting = count * longestMicros / Math.max(1, passMicros);
    if (passMicros > longestMicros) {
      tooMany = Math.min(tooMany, count);
    } else if (fitting >= tooMany) {
      tooMany = Integer.MAX_VALUE;
    }
    if (count == faces && passMicros < longestMicros && count + 1 < tooMany) {
      fitting = Math.max(fitting, count + 1L);
    }
    faces = (int) Math.max(1, Math.min(fitting, Integer.MAX_VALUE));
  }
}
