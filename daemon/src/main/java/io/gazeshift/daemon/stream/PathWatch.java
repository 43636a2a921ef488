package io.gazeshift.daemon.stream;

import io.gazeshift.common.cli.StatusLine;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Watches the path from its end, as an application would, and keeps one line about it up to date:
 * frames a second, latency from capture to committed prediction, lag.
 */
public final class PathWatch implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final long LAG_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  private final PredictionFollower follower;
  private final LagProbe lagProbe;
  private final StatusLine status;
  private final PathStatistics statistics = new PathStatistics(System.nanoTime());
  private OptionalLong lag = OptionalLong.empty();
  private long lagAtNanos = System.nanoTime() - LAG_EVERY_NANOS;

  public PathWatch(KafkaAccess kafka, String inferenceGroup, StatusLine status) {
    this.status = status;
    this.lagProbe = new LagProbe(kafka, inferenceGroup);
    this.follower = follower(kafka);
  }

  private PredictionFollower follower(KafkaAccess kafka) {
    try {
      return new PredictionFollower(kafka, PredictionFollower.From.NOW);
    } catch (RuntimeException e) {
      lagProbe.close();
      throw e;
    }
  }

  /** Watches until told to stop. */
  public void watchUntil(BooleanSupplier stop) throws InterruptedException {
    while (!stop.getAsBoolean()) {
      for (GazePrediction prediction : follower.poll(POLL)) {
        var identity = prediction.getIdentity();
        statistics.arrived(
            identity.getCamera(), nowMicros() - identity.getCaptureMicros(), System.nanoTime());
      }
      if (System.nanoTime() - lagAtNanos >= LAG_EVERY_NANOS) {
        lag = lagProbe.lag();
        lagAtNanos = System.nanoTime();
      }
      status.show(line());
    }
  }

  public PathStatistics statistics() {
    return statistics;
  }

  private String line() {
    return String.format(
        Locale.ROOT,
        "%5.1f frames/s   %d predictions   latency p50 %s p99 %s   lag %s",
        statistics.rate(System.nanoTime()),
        statistics.count(),
        millis(0.5),
        millis(0.99),
        lag.isPresent() ? lag.getAsLong() : "-");
  }

  private String millis(double share) {
    return statistics.count() == 0 ? "-" : statistics.latencyMicros(share) / 1000 + " ms";
  }

  private static long nowMicros() {
    return System.currentTimeMillis() * 1000;
  }

  @Override
  public void close() {
    try (lagProbe) {
      follower.close();
    }
  }
}
