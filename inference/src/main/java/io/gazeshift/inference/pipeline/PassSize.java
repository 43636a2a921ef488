package io.gazeshift.inference.pipeline;

/**
 * How many faces one pass of the backbone may have, so that it takes no longer than it may. Learned
 * from every pass. A pass of many may cost hardly more than one of few, which only a larger pass
 * can show; so the size grows by one while full passes are quick enough. For one thread.
 */
final class PassSize {

  /** After so many quick passes, what was too slow once may have been so by chance. */
  private static final int QUICK_PASSES = 50;

  private final long longestMicros;
  private int faces;
  private long lastMicros;

  /** So many took too long. */
  private int tooMany = Integer.MAX_VALUE;

  /** Since then. */
  private int quickPasses;

  /**
   * @param longestMicros how long a pass may take; {@link Long#MAX_VALUE} if any time
   */
  PassSize(long longestMicros) {
    this.longestMicros = longestMicros;
    this.faces = longestMicros == Long.MAX_VALUE ? Integer.MAX_VALUE : 1;
  }

  int faces() {
    return faces;
  }

  /** How long the last pass took; 0 before the first. */
  long lastMicros() {
    return lastMicros;
  }

  /** A pass of so many faces, at most {@link #faces}, took so long. */
  void took(int count, long passMicros) {
    if (passMicros < 0) {
      // The clock was set back.
      return;
    }
    lastMicros = passMicros;
    if (longestMicros == Long.MAX_VALUE) {
      return;
    }
    int fitting =
        (int) Math.min(Integer.MAX_VALUE, count * longestMicros / Math.max(1, passMicros));
    if (passMicros > longestMicros) {
      tooMany = Math.max(2, Math.min(tooMany, count));
      quickPasses = 0;
      faces = Math.max(1, Math.min(faces, fitting));
    } else {
      quickPasses++;
      if (fitting >= tooMany || quickPasses == QUICK_PASSES) {
        tooMany = Integer.MAX_VALUE;
      }
      int tried = count == faces && count + 1 < tooMany ? count + 1 : count;
      faces = Math.max(faces, Math.max(fitting, tried));
    }
  }
}
