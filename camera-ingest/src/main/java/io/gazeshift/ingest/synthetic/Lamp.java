package io.gazeshift.ingest.synthetic;

/**
 * A lamp far away: the unit vector towards it in camera axes, the light it throws on a surface that
 * faces it, and how large it looks from the face (half its angle), which is how large its mirror
 * image on the eye is.
 */
record Lamp(double x, double y, double z, Colour light, double halfAngleRad) {

  /**
   * A lamp seen from the face: azimuth 0 is where the camera is, above 0 towards the image's right;
   * elevation above 0 is up.
   */
  static Lamp at(double azimuthDeg, double elevationDeg, Colour light, double halfAngleDeg) {
    double azimuth = Math.toRadians(azimuthDeg);
    double elevation = Math.toRadians(elevationDeg);
    return new Lamp(
        Math.sin(azimuth) * Math.cos(elevation),
        -Math.sin(elevation),
        -Math.cos(azimuth) * Math.cos(elevation),
        light,
        Math.toRadians(halfAngleDeg));
  }
}
