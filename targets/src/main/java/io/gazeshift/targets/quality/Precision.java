package io.gazeshift.targets.quality;

/**
 * How steady gaze is while the eyes rest.
 *
 * @param fixations how many it was computed from
 * @param frames of these fixations
 * @param rmsS2sDeg root mean square of the angles between successive frames
 * @param stdDeg standard deviation about the centre of the fixation, both axes combined
 * @param bceaDeg2 area, in square degrees, of the ellipse that has 68 percent of the frames
 *     (bivariate contour ellipse area)
 */
public record Precision(
    int fixations, int frames, double rmsS2sDeg, double stdDeg, double bceaDeg2) {

  /** The share of the frames that the ellipse is made for. */
  public static final double BCEA_SHARE = 0.68;
}
