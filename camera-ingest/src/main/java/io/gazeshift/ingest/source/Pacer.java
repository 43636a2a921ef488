package io.gazeshift.ingest.source;

/** Decides when a source without its own timing takes its next frame. One for each source. */
public interface Pacer {

  /** Waits until the next frame is due. */
  Tick next() throws InterruptedException;

  /**
   * Frames as a camera takes them: on a fixed grid in time, and a reader that comes late finds the
   * frames in between gone.
   */
  static Pacer realTime(double fps, CaptureClock clock) {
    return new RealTimePacer(fps, clock);
  }

  /** Frames as fast as they are read, stamped as if taken {@code fps} times a second. */
  static Pacer unpaced(double fps, long firstMicros) {
    return new Pacer() {
      private long frameSeq;

      @Override
      public Tick next() {
        Tick tick = new Tick(frameSeq, firstMicros + Math.round(frameSeq * 1e6 / fps));
        frameSeq++;
        return tick;
      }
    };
  }
}
