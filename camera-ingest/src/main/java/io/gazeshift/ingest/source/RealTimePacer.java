package io.gazeshift.ingest.source;

/** Frame n is due n periods after the first. */
final class RealTimePacer implements Pacer {

  private final double periodNanos;
  private final CaptureClock clock;
  private boolean started;
  private long startNanos;
  private long nextSeq;

  RealTimePacer(double fps, CaptureClock clock) {
    this.periodNanos = 1e9 / fps;
    this.clock = clock;
  }

  @Override
  public Tick next() throws InterruptedException {
    if (!started) {
      started = true;
      startNanos = clock.nanoTime();
    }
    // The newest frame already taken is still there to be read; older ones are not.
    long seq = Math.max(nextSeq, (long) (elapsedNanos() / periodNanos));
    long dueNanos = Math.round(seq * periodNanos);
    long waitNanos = dueNanos - elapsedNanos();
    if (waitNanos > 0) {
      clock.sleepNanos(waitNanos);
    }
    nextSeq = seq + 1;
    long lateNanos = elapsedNanos() - dueNanos;
    return new Tick(seq, clock.epochMicros() - lateNanos / 1000);
  }

  private long elapsedNanos() {
    return clock.nanoTime() - startNanos;
  }
}
