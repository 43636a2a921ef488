package io.gazeshift.ingest.synthetic;

/**
 * The opening between the lids of one eye at one moment. Places are given by how far they are from
 * the middle towards the nose (-1 the outer corner, 1 the inner one); heights are mm below the
 * middle of the eyeball. How far lids travel was set so that MediaPipe's attention mesh sees it as
 * it does on photographs (docs/results/2026-11-18-source-model.md).
 */
final class Lids {

  /** How far the lids go with the eye, up and down: the upper one nearly all the way. */
  private static final double UPPER_MM_PER_RAD = 12;

  private static final double LOWER_MM_PER_RAD = 3.4;
  private static final double MOST_PITCH_RAD = 0.6;

  private final RenderedPerson.Eyes eyes;
  private double upperMm;
  private double lowerMm;
  private double openness;

  Lids(RenderedPerson.Eyes eyes) {
    this.eyes = eyes;
  }

  /** Moves them to where they are for an eye turned up by this much, 0 closed to 1 open. */
  void set(double pitchInHeadRad, double openness) {
    double pitch = Math.max(-MOST_PITCH_RAD, Math.min(MOST_PITCH_RAD, pitchInHeadRad));
    this.upperMm = Math.max(-2.5, eyes.upperLidMm() + UPPER_MM_PER_RAD * pitch);
    this.lowerMm = Math.max(3.2, eyes.lowerLidMm() - LOWER_MM_PER_RAD * pitch);
    this.openness = openness;
  }

  /** The edge of the upper lid. */
  double upper(double t) {
    double lower = lower(t);
    double open = corners(t) - (upperMm + FaceShape.CORNERS_DOWN_MM) * hump(t, 0.16);
    // A closing lid comes down onto the lower one.
    return lower + openness * (Math.min(open, lower) - lower);
  }

  double lower(double t) {
    return corners(t) + (lowerMm - FaceShape.CORNERS_DOWN_MM) * hump(t, -0.14);
  }

  /** Where the upper lid folds; it hardly moves. */
  double crease(double t) {
    double high = eyes.upperLidMm() + 1.5 + FaceShape.CORNERS_DOWN_MM;
    double open = corners(t) - high * hump(t, 0.16);
    return Math.min(open, upper(t)) - eyes.creaseMm() * (0.35 + 0.65 * hump(t, 0));
  }

  /** The line from corner to corner. */
  private double corners(double t) {
    return FaceShape.CORNERS_DOWN_MM + eyes.tiltMm() * t;
  }

  /** Towards the nose the opening narrows to a beak, where tears collect. */
  private static double hump(double t, double lean) {
    double inside = 1 - t * t;
    double beak = 1 - 0.4 * Curve.step(0.5, 0.95, t);
    return inside <= 0 ? 0 : Math.pow(inside, 0.8) * (1 + lean * t) * beak;
  }
}
