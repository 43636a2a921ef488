package io.gazeshift.daemon.stream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * How the path does, seen from its end: predictions counted, their rate over the last seconds, and
 * the latency of the last thousand or so. For one thread; the caller brings the time.
 */
public final class PathStatistics {

  private static final int KEPT = 1024;
  private static final Duration RATE_WINDOW = Duration.ofSeconds(3);

  private final long startNanos;
  private final long[] latenciesMicros = new long[KEPT];
  private final Deque<Long> arrivalsNanos = new ArrayDeque<>();
  private final Set<String> cameras = new TreeSet<>();
  private long count;

  public PathStatistics(long startNanos) {
    this.startNanos = startNanos;
  }

  /** A committed prediction has arrived. */
  public void arrived(String camera, long latencyMicros, long nowNanos) {
    latenciesMicros[(int) (count % KEPT)] = latencyMicros;
    count++;
    cameras.add(camera);
    arrivalsNanos.addLast(nowNanos);
  }

  public long count() {
    return count;
  }

  public Set<String> cameras() {
    return cameras;
  }

  /** Predictions a second, lately. */
  public double rate(long nowNanos) {
    while (!arrivalsNanos.isEmpty()
        && nowNanos - arrivalsNanos.peekFirst() > RATE_WINDOW.toNanos()) {
      arrivalsNanos.removeFirst();
    }
    long spanNanos = Math.min(RATE_WINDOW.toNanos(), nowNanos - startNanos);
    return spanNanos <= 0 ? 0 : arrivalsNanos.size() * 1e9 / spanNanos;
  }

  /** The latency that this share of the last predictions stayed below; 0 without any. */
  public long latencyMicros(double share) {
    int kept = (int) Math.min(count, KEPT);
    if (kept == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(latenciesMicros, kept);
    Arrays.sort(sorted);
    return sorted[Math.min(kept - 1, (int) (share * kept))];
  }
}
