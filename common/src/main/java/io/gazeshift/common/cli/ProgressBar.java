package io.gazeshift.common.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Shows the progress of long work and the estimated time left. The caller closes the status line.
 */
public final class ProgressBar {

  private static final int CELLS = 24;

  private final StatusLine line;
  private final InstantSource clock;
  private final String label;
  private final Instant start;

  /** Begins now. */
  public ProgressBar(StatusLine line, InstantSource clock, String label) {
    this.line = line;
    this.clock = clock;
    this.label = label;
    this.start = clock.instant();
  }

  /** Shows that this fraction, from 0 to 1, is done. */
  public void update(double fraction) {
    double done = fraction > 0 ? Math.min(1, fraction) : 0; // 0 for NaN too
    int full = (int) (done * CELLS);
    line.show(
        "%s [%s%s] %3d%% %s"
            .formatted(
                label, "#".repeat(full), "-".repeat(CELLS - full), (int) (done * 100), time(done))
            .stripTrailing());
  }

  private String time(double done) {
    Duration elapsed = Duration.between(start, clock.instant());
    if (done >= 1) {
      return "in " + clock(elapsed);
    }
    if (done <= 0 || elapsed.isZero()) {
      return "";
    }
    long leftMillis = Math.round(elapsed.toMillis() * (1 - done) / done);
    return clock(Duration.ofMillis(leftMillis)) + " left";
  }

  private static String clock(Duration duration) {
    return duration.toHours() > 0
        ? "%d:%02d:%02d"
            .formatted(duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart())
        : "%d:%02d".formatted(duration.toMinutes(), duration.toSecondsPart());
  }
}
