package io.gazeshift.adaptation.shadow;

import java.util.List;
import java.util.Locale;

/**
 * How much less steady than the old head a new one may be.
 *
 * @param jitterRatio the median step between neighbouring frames may be so many times as long, and
 *     {@code jitterSlackDeg} more
 * @param outsideRise the share of predictions outside the plausible range may be so much higher
 */
public record Steadiness(
    GazeRange range, double jitterRatio, double jitterSlackDeg, double outsideRise) {

  /** A head that undoes a flattening by a third moves more, noise and all. */
  public static final Steadiness DEFAULT = new Steadiness(GazeRange.PLAUSIBLE, 1.75, 0.2, 0.02);

  public Steadiness {
    if (!(jitterRatio >= 1) || !(jitterSlackDeg >= 0) || !(outsideRise >= 0 && outsideRise < 1)) {
      throw new IllegalArgumentException(
          "bounds of ratio %s, slack %s and rise %s refuse the old head itself"
              .formatted(jitterRatio, jitterSlackDeg, outsideRise));
    }
  }

  List<WatchFinding> judge(SideBySide heads) {
    return List.of(jitter(heads), range(heads));
  }

  private WatchFinding jitter(SideBySide heads) {
    double bound = jitterRatio * heads.oldJitterDeg() + jitterSlackDeg;
    double value = heads.newJitterDeg();
    return new WatchFinding(
        "jitter",
        value <= bound,
        value,
        bound,
        text(
            "its gaze goes %.2f deg from frame to frame, the old head's %.2f (up to %.2f is taken)",
            value, heads.oldJitterDeg(), bound));
  }

  private WatchFinding range(SideBySide heads) {
    double bound = heads.oldOutside() + outsideRise;
    double value = heads.newOutside();
    return new WatchFinding(
        "range",
        value <= bound,
        value,
        bound,
        text(
            "%.1f %% of its predictions are beyond %.0f deg of pitch or %.0f of yaw, the old head's"
                + " %.1f %% (up to %.1f is taken)",
            100 * value, range.pitchDeg(), range.yawDeg(), 100 * heads.oldOutside(), 100 * bound));
  }

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
