package io.gazeshift.ingest;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.ingest.source.CaptureClock;
import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs outages of a camera: once when it fails, once when it recovers, and in between
 * only new reasons. Used by the camera's thread.
 */
final class OutageTracker {

  private static final Logger log = LoggerFactory.getLogger(OutageTracker.class);
  private static final double NANOS_PER_SECOND = 1e9;

  private final CameraConfig config;
  private final CaptureClock clock;
  private final Counter failures;
  private final Counter seconds;
  private long lastFrameNanos;
  private long countedNanos;
  private String reason;

  OutageTracker(CameraConfig config, CaptureClock clock, CameraMeters meters) {
    this.config = config;
    this.clock = clock;
    this.failures = meters.counter(IngestMeters.SOURCE_FAILURES);
    this.seconds = meters.counter(IngestMeters.GAP_SECONDS);
    frameCame(clock.nanoTime());
  }

  /** Another attempt failed; the next follows after this wait. */
  void failed(Exception e, Duration wait) {
    failures.increment();
    count(clock.nanoTime());
    String now = String.valueOf(e.getMessage());
    if (now.equals(reason)) {
      log.debug("{}: still no frames; retrying in {} ms: {}", config.id(), wait.toMillis(), now);
      return;
    }
    reason = now;
    String line = "{}: {} failed; retrying in {} ms: {}";
    if (e instanceof IOException || e instanceof UserError) {
      log.warn(line, config.id(), config.shownSource(), wait.toMillis(), now);
      log.debug("{}: stack trace of the failure", config.id(), e);
    } else {
      log.warn(line, config.id(), config.shownSource(), wait.toMillis(), now, e);
    }
  }

  void frameCame() {
    long now = clock.nanoTime();
    if (reason != null) {
      count(now);
      log.info(
          "{}: receiving frames again after {} s",
          config.id(),
          Math.round((now - lastFrameNanos) / NANOS_PER_SECOND));
      reason = null;
    }
    frameCame(now);
  }

  private void frameCame(long now) {
    lastFrameNanos = now;
    countedNanos = now;
  }

  private void count(long now) {
    seconds.increment((now - countedNanos) / NANOS_PER_SECOND);
    countedNanos = now;
  }
}
