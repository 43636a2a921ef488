package io.gazeshift.targets.quality;

import io.gazeshift.protocol.Gaze;
import java.util.List;
import java.util.Optional;

/**
 * Computes the precision of many fixations together: frames are compared with the centre of their
 * own fixation, so that where people look does not count.
 *
 * <p>A fixation of n frames counts as n - 1. At 10 to 30 frames a second it has a few frames only,
 * whose centre follows their noise; with n, short fixations would seem steadier than long ones. Not
 * thread-safe.
 */
public final class PrecisionTally {

  /** Turns the share of a bivariate normal distribution into a squared radius: 1 - exp(-k). */
  private static final double BCEA_SCALE = -Math.log(1 - Precision.BCEA_SHARE);

  /** With fewer, an ellipse has no area. */
  private static final int FEWEST_FREE = 2;

  private int fixations;
  private int frames;
  private int free;
  private double horizontalSquares;
  private double verticalSquares;
  private double products;
  private int steps;
  private double stepSquares;

  /** Takes a fixation; one of a single frame says nothing. */
  public void add(SteadyGaze fixation) {
    List<Gaze> gazes = fixation.gazes();
    if (gazes.size() < 2) {
      return;
    }
    fixations++;
    frames += gazes.size();
    free += gazes.size() - 1;
    Gaze centre = AngularOffset.centre(gazes);
    double horizontal = 0;
    double vertical = 0;
    for (Gaze gaze : gazes) {
      AngularOffset offset = AngularOffset.between(centre, gaze);
      horizontal += offset.horizontalDeg();
      vertical += offset.verticalDeg();
      horizontalSquares += offset.horizontalDeg() * offset.horizontalDeg();
      verticalSquares += offset.verticalDeg() * offset.verticalDeg();
      products += offset.horizontalDeg() * offset.verticalDeg();
    }
    // The mean of the offsets is not quite 0, as the centre is that of vectors.
    horizontalSquares -= horizontal * horizontal / gazes.size();
    verticalSquares -= vertical * vertical / gazes.size();
    products -= horizontal * vertical / gazes.size();
    addSteps(fixation);
  }

  private void addSteps(SteadyGaze fixation) {
    for (int i = 1; i < fixation.frames().size(); i++) {
      TimedGaze before = fixation.frames().get(i - 1);
      TimedGaze now = fixation.frames().get(i);
      if (now.captureMicros() - before.captureMicros() <= fixation.longestStepMicros()) {
        double step = Math.toDegrees(before.gaze().angleToRad(now.gaze()));
        stepSquares += step * step;
        steps++;
      }
    }
  }

  /** Empty while there are too few frames for it. */
  public Optional<Precision> precision() {
    if (free < FEWEST_FREE || steps == 0) {
      return Optional.empty();
    }
    double horizontal = Math.max(0, horizontalSquares) / free;
    double vertical = Math.max(0, verticalSquares) / free;
    double both = products / free;
    double determinant = Math.max(0, horizontal * vertical - both * both);
    return Optional.of(
        new Precision(
            fixations,
            frames,
            Math.sqrt(stepSquares / steps),
            Math.sqrt(horizontal + vertical),
            2 * Math.PI * BCEA_SCALE * Math.sqrt(determinant)));
  }
}
