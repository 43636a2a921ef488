package io.gazeshift.ingest.synthetic;

/**
 * What a ray sees that has passed between the lids. The white is a ball; the iris lies flat behind
 * the cornea, a smaller ball in front that mirrors the lamps. All in head axes from the middle of
 * the ball, in mm. Turned once for each frame; used by one thread.
 */
final class Eyeball {

  static final double RADIUS_MM = 12;

  private static final double CORNEA_MM = 7.8;
  private static final double CORNEA_MIDDLE_MM = 5.5;
  private static final double CORNEA_RIM_MM = 6.4;
  private static final double PUPIL_PAINT = 0.012;

  private final RenderedPerson.Eyes eyes;
  private final IrisTexture iris;
  private final Noise veins;
  private final double[] white;
  private final double[] flesh;
  private final double irisDepthMm;

  private double[] toCamera;
  private double[] axis;
  private double[] origin;
  private Light light;
  private final double[] across = new double[3];
  private final double[] down = new double[3];
  private final double[] lit = new double[3];
  private final double[] irisLit = new double[3];
  private double[] lamps = new double[0];

  Eyeball(RenderedPerson person, Look look) {
    this.eyes = person.eyes();
    this.iris = new IrisTexture(person, look);
    this.veins = new Noise(person.identity() ^ 0xB10D);
    this.white = array(look.seen(Colour.ofScreen(216, 211, 206)));
    this.flesh = array(look.seen(Colour.ofScreen(196, 128, 118)));
    this.irisDepthMm = Math.sqrt(RADIUS_MM * RADIUS_MM - eyes.irisMm() * eyes.irisMm());
  }

  private static double[] array(Colour colour) {
    return new double[] {colour.blue(), colour.green(), colour.red()};
  }

  /** Turns the ball; rays start at the origin. The arrays are read until the next turn. */
  void turn(double[] headToCamera, double[] axis, Light light, double[] origin) {
    this.toCamera = headToCamera;
    this.axis = axis;
    this.light = light;
    this.origin = origin;
    // Any direction across the axis will do; no eye looks straight up.
    double length = Math.hypot(axis[0], axis[2]);
    across[0] = -axis[2] / length;
    across[1] = 0;
    across[2] = axis[0] / length;
    down[0] = axis[1] * across[2] - axis[2] * across[1];
    down[1] = axis[2] * across[0] - axis[0] * across[2];
    down[2] = axis[0] * across[1] - axis[1] * across[0];
    lightOn(axis[0], axis[1], axis[2], irisLit);
    if (lamps.length != 3 * light.lamps().size()) {
      lamps = new double[3 * light.lamps().size()];
    }
    for (int i = 0; i < light.lamps().size(); i++) {
      Lamp lamp = light.lamps().get(i);
      for (int k = 0; k < 3; k++) {
        lamps[3 * i + k] =
            headToCamera[k] * lamp.x()
                + headToCamera[3 + k] * lamp.y()
                + headToCamera[6 + k] * lamp.z();
      }
    }
  }

  /** Writes what a ray sees; the distances to the lids say how deep their shadow is. */
  void see(
      double[] ray,
      double along,
      double belowUpper,
      double aboveLower,
      double[] rim,
      double[] out) {
    double t = hit(ray, 0, RADIUS_MM);
    if (t > 0) {
      onBall(ray, t, along, out);
    } else {
      behind(out);
    }
    double shade =
        (1 - 0.62 * Math.exp(-Math.max(0, belowUpper) / 1.7))
            * (1 - 0.25 * Math.exp(-Math.max(0, aboveLower) / 0.9))
            * (1 - 0.45 * Math.pow(Math.abs(along), 6));
    double wet = aboveLower < 0.75 ? 0.6 * Curve.step(0.75, 0.3, aboveLower) : 0;
    for (int i = 0; i < 3; i++) {
      double seen = out[i] * shade;
      out[i] = seen + wet * (rim[i] * irisLit[i] - seen);
    }
    glints(ray, t, shade, out);
  }

  private void behind(double[] out) {
    for (int i = 0; i < 3; i++) {
      out[i] = 0.55 * flesh[i] * irisLit[i];
    }
  }

  private void onBall(double[] ray, double t, double along, double[] out) {
    double x = origin[0] + t * ray[0];
    double y = origin[1] + t * ray[1];
    double z = origin[2] + t * ray[2];
    lightOn(x / RADIUS_MM, y / RADIUS_MM, z / RADIUS_MM, lit);
    double towards = x * axis[0] + y * axis[1] + z * axis[2];
    double out2 = RADIUS_MM * RADIUS_MM - towards * towards;
    double offAxis = towards > 0 ? Math.sqrt(Math.max(0, out2)) : RADIUS_MM;
    double red =
        0.08
            + 0.5 * Math.pow(Math.abs(along), 5)
            + (along > 0.82 ? 2.2 * (along - 0.82) : 0)
            + 0.06 * veins.at(x * 1.6, y * 2.2);
    double blood = Math.max(0, Math.min(0.85, red));
    for (int i = 0; i < 3; i++) {
      out[i] = (white[i] + blood * (flesh[i] - white[i])) * lit[i];
    }
    double coloured = Curve.step(eyes.irisMm() + 0.5, eyes.irisMm() - 0.4, offAxis);
    if (coloured > 0) {
      onIris(ray, coloured, out);
    }
  }

  private void onIris(double[] ray, double coloured, double[] out) {
    double facing = ray[0] * axis[0] + ray[1] * axis[1] + ray[2] * axis[2];
    double start = origin[0] * axis[0] + origin[1] * axis[1] + origin[2] * axis[2];
    double t = (irisDepthMm - start) / facing;
    double px = origin[0] + t * ray[0];
    double py = origin[1] + t * ray[1];
    double pz = origin[2] + t * ray[2];
    double u = px * across[0] + py * across[1] + pz * across[2];
    double v = px * down[0] + py * down[1] + pz * down[2];
    double far = Math.hypot(u, v);
    int paint = iris.index(far / eyes.irisMm(), Math.atan2(v, u));
    double pupil = Curve.step(eyes.pupilMm() + 0.22, eyes.pupilMm() - 0.22, far);
    for (int i = 0; i < 3; i++) {
      double seen = iris.paint(paint + i) * irisLit[i];
      seen += pupil * (PUPIL_PAINT - seen);
      out[i] += coloured * (seen - out[i]);
    }
  }

  /** The lamps in the cornea, and fainter in the wet white. */
  private void glints(double[] ray, double toBall, double shade, double[] out) {
    double t = hit(ray, CORNEA_MIDDLE_MM, CORNEA_MM);
    double middle = CORNEA_MIDDLE_MM;
    double radius = CORNEA_MM;
    double strength = 1;
    if (!(t > 0) || offAxis(ray, t) > CORNEA_RIM_MM) {
      t = toBall;
      middle = 0;
      radius = RADIUS_MM;
      strength = 0.25;
      if (!(t > 0)) {
        return;
      }
    }
    double nx = (origin[0] + t * ray[0] - middle * axis[0]) / radius;
    double ny = (origin[1] + t * ray[1] - middle * axis[1]) / radius;
    double nz = (origin[2] + t * ray[2] - middle * axis[2]) / radius;
    double length = Math.sqrt(ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2]);
    double dot = 2 * (ray[0] * nx + ray[1] * ny + ray[2] * nz) / length;
    double rx = ray[0] / length - dot * nx;
    double ry = ray[1] / length - dot * ny;
    double rz = ray[2] / length - dot * nz;
    for (int i = 0; i < light.lamps().size(); i++) {
      Lamp lamp = light.lamps().get(i);
      double cos = rx * lamps[3 * i] + ry * lamps[3 * i + 1] + rz * lamps[3 * i + 2];
      double angle = Math.acos(Math.max(-1, Math.min(1, cos)));
      double glint =
          strength * Curve.step(1.4 * lamp.halfAngleRad() + 0.03, 0.8 * lamp.halfAngleRad(), angle);
      if (glint > 0) {
        double bright = 1.6 * Math.min(1, shade + 0.3) * glint;
        out[0] += bright * lamp.light().blue();
        out[1] += bright * lamp.light().green();
        out[2] += bright * lamp.light().red();
      }
    }
  }

  private double offAxis(double[] ray, double t) {
    double x = origin[0] + t * ray[0];
    double y = origin[1] + t * ray[1];
    double z = origin[2] + t * ray[2];
    double towards = x * axis[0] + y * axis[1] + z * axis[2];
    return towards < 0
        ? RADIUS_MM
        : Math.sqrt(Math.max(0, x * x + y * y + z * z - towards * towards));
  }

  /** How far along the ray a ball is whose middle lies on the axis; not a number if it misses. */
  private double hit(double[] ray, double middleMm, double radiusMm) {
    double ox = origin[0] - middleMm * axis[0];
    double oy = origin[1] - middleMm * axis[1];
    double oz = origin[2] - middleMm * axis[2];
    double a = ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2];
    double b = ox * ray[0] + oy * ray[1] + oz * ray[2];
    double c = ox * ox + oy * oy + oz * oz - radiusMm * radiusMm;
    return (-b - Math.sqrt(b * b - a * c)) / a;
  }

  private void lightOn(double x, double y, double z, double[] bgr) {
    double[] m = toCamera;
    light.on(
        m[0] * x + m[1] * y + m[2] * z,
        m[3] * x + m[4] * y + m[5] * z,
        m[6] * x + m[7] * y + m[8] * z,
        bgr);
  }
}
