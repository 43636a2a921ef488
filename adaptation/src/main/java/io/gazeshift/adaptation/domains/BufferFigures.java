package io.gazeshift.adaptation.domains;

import io.gazeshift.adaptation.buffer.TargetBuffer;
import io.gazeshift.common.Micros;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.linalg.Matrix;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How full and how old the buffer of a domain is, and where its predictions lie.
 *
 * @param age of the oldest sample; zero where there is none
 * @param gaze in degrees, pitch first; empty with fewer than two bursts
 */
public record BufferFigures(int samples, Duration age, Optional<Gaussian> gaze) {

  private static final double VARIANCE_FLOOR = 1e-9;

  public static BufferFigures of(TargetBuffer buffer, Instant now) {
    long nowMicros = Micros.of(now);
    Matrix gaze = buffer.gaze();
    for (int i = 0; i < gaze.rows(); i++) {
      gaze.set(i, 0, Math.toDegrees(gaze.get(i, 0)));
      gaze.set(i, 1, Math.toDegrees(gaze.get(i, 1)));
    }
    return new BufferFigures(
        buffer.size(),
        Duration.ofNanos(
            1000 * Math.max(0, nowMicros - Math.min(nowMicros, buffer.oldestMicros()))),
        gaze.rows() < 2 ? Optional.empty() : Optional.of(Gaussian.fit(gaze, VARIANCE_FLOOR)));
  }
}
