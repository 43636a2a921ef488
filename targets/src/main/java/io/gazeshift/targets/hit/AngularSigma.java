package io.gazeshift.targets.hit;

/**
 * How uncertain a gaze is: the standard deviation of its error along each of two perpendicular
 * axes, where errors are normal and equal in all directions.
 *
 * @param perAxisRad kept between a ten-thousandth of a degree and 20 degrees; beyond that a gaze
 *     says nothing about targets
 */
public record AngularSigma(double perAxisRad) {

  /**
   * For predictions that do not say how uncertain they are: their mean error is then 5 degrees,
   * about what an adapted head has on real faces.
   */
  public static final AngularSigma DEFAULT = ofDegrees(4);

  private static final double LEAST_RAD = Math.toRadians(1e-4);
  private static final double MOST_RAD = Math.toRadians(20);

  /** Within this many standard deviations per axis lie 68 percent of the errors: a Rayleigh law. */
  private static final double RADIUS_68 = Math.sqrt(-2 * Math.log(1 - 0.68));

  public AngularSigma {
    if (!(perAxisRad >= 0)) {
      throw new IllegalArgumentException(
          "a standard deviation of %s radians; give 0 or more".formatted(perAxisRad));
    }
    perAxisRad = Math.min(Math.max(perAxisRad, LEAST_RAD), MOST_RAD);
  }

  public static AngularSigma ofDegrees(double perAxisDeg) {
    return new AngularSigma(Math.toRadians(perAxisDeg));
  }

  /** From the angle that 68 percent of the errors stay within, as predictions give it. */
  public static AngularSigma ofRadius68(double radiusRad) {
    return new AngularSigma(radiusRad / RADIUS_68);
  }
}
