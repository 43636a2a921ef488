package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;

/**
 * Draws the eyes of a person by following the ray of every pixel (four for each): to the lids, and
 * where it passes between them, to the eyeball behind, its iris and its pupil. What of the iris is
 * hidden by lids and corners is hidden because the ray ends there. Used by one thread.
 */
final class EyeTracer {

  /** How far the skin may stand in front of the lids and still be the lids. */
  private static final double SKIN_MM = 5;

  private static final double[] OFFSETS_PX = {-0.25, 0.25};
  private static final double LASH_PAINT = 0.02;

  private final RenderedPerson.Eyes eyes;
  private final Lens lens;
  private final Picture picture;
  private final Lids lids;
  private final Eyeball ball;
  private final Noise lashes;
  private final double[] rim;
  private final double[] pixel = new double[2];
  private final double[] origin = new double[3];
  private final double[] ray = new double[3];
  private final double[] sample = new double[3];
  private final double[] sum = new double[3];

  EyeTracer(RenderedPerson person, Look look, Lens lens, Picture picture) {
    this.eyes = person.eyes();
    this.lens = lens;
    this.picture = picture;
    this.lids = new Lids(eyes);
    this.ball = new Eyeball(person, look);
    this.lashes = new Noise(person.identity() ^ 0xEA5);
    Colour wet = look.seen(person.paint().skin().mixed(Colour.ofScreen(226, 158, 148), 0.6));
    this.rim = new double[] {wet.blue(), wet.green(), wet.red()};
  }

  /**
   * Draws one eye over the skin.
   *
   * @param side -1 for the image's left one
   * @param centre the middle of the eyeball in head axes
   * @param axis where the eyeball points, a unit vector in head axes
   */
  void draw(HeadPose pose, int side, double[] centre, double[] axis, double openness, Light light) {
    lids.set(Math.asin(-axis[1]), openness);
    double[] m = pose.headToCamera().rows();
    double[] inCamera = pose.toCamera(centre);
    for (int i = 0; i < 3; i++) {
      origin[i] = -(m[i] * inCamera[0] + m[3 + i] * inCamera[1] + m[6 + i] * inCamera[2]);
    }
    ball.turn(m, axis, light, origin);
    int[] box = box(pose, centre);
    for (int y = box[1]; y <= box[3]; y++) {
      for (int x = box[0]; x <= box[2]; x++) {
        drawPixel(x, y, m, side);
      }
    }
  }

  private void drawPixel(int x, int y, double[] m, int side) {
    int at = y * picture.width + x;
    float skinDepth = picture.depth[at];
    if (skinDepth == Picture.EMPTY) {
      return;
    }
    double step = 1 / lens.focalPx();
    sum[0] = 0;
    sum[1] = 0;
    sum[2] = 0;
    for (double dy : OFFSETS_PX) {
      for (double dx : OFFSETS_PX) {
        double rx = lens.rayX(x, y) + dx * step;
        double ry = lens.rayY(x, y) + dy * step;
        for (int i = 0; i < 3; i++) {
          ray[i] = m[i] * rx + m[3 + i] * ry + m[6 + i];
          sample[i] = picture.bgr[3 * at + i];
        }
        follow(skinDepth, side);
        sum[0] += sample[0];
        sum[1] += sample[1];
        sum[2] += sample[2];
      }
    }
    for (int i = 0; i < 3; i++) {
      picture.bgr[3 * at + i] = (float) (sum[i] / 4);
    }
  }

  /** Turns the sample from skin into what the ray ends at. */
  private void follow(double skinDepth, int side) {
    double t = toLids();
    if (!(t > 0) || skinDepth < t - SKIN_MM) {
      return;
    }
    double x = origin[0] + t * ray[0];
    double y = origin[1] + t * ray[1];
    double z = origin[2] + t * ray[2];
    double along = (FaceShape.CORNERS_OUT_MM - side * x) / eyes.halfOpeningMm();
    if (z > 4 || Math.abs(along) > 1.35) {
      return;
    }
    double upper = lids.upper(along);
    double lower = lids.lower(along);
    double belowUpper = y - upper;
    double aboveLower = lower - y;
    skin(along, y, belowUpper, aboveLower);
    double open =
        Math.abs(along) >= 1 ? 0 : Curve.step(-0.2, 0.25, Math.min(belowUpper, aboveLower));
    if (open > 0) {
      double s0 = sample[0];
      double s1 = sample[1];
      double s2 = sample[2];
      ball.see(ray, along, belowUpper, aboveLower, rim, sample);
      sample[0] = s0 + open * (sample[0] - s0);
      sample[1] = s1 + open * (sample[1] - s1);
      sample[2] = s2 + open * (sample[2] - s2);
    }
  }

  /** The fold of the upper lid and the lashes of both. */
  private void skin(double along, double y, double belowUpper, double aboveLower) {
    double near = Curve.step(1.3, 0.85, Math.abs(along));
    double fold = 0.38 * near * Curve.bell((y - lids.crease(along)) / 0.75);
    double hair = 0.75 + 0.35 * lashes.at(along * 22, 0.5);
    double thin = Curve.step(1.15, 0.3, along) * Curve.step(-1.2, -0.8, along);
    double above = belowUpper < 0.2 ? Math.exp(-Math.pow((belowUpper - 0.2) / 1.3, 2)) : 0;
    double under = aboveLower < 0.1 ? Math.exp(-Math.pow((aboveLower - 0.1) / 0.8, 2)) : 0;
    double lash = Math.min(0.95, (0.5 + 0.8 * thin) * near * hair * above + 0.38 * near * under);
    for (int i = 0; i < 3; i++) {
      double skin = sample[i] * (1 - fold);
      sample[i] = skin + lash * (LASH_PAINT - skin);
    }
  }

  /** How far along the ray the lids are; not a number where it misses them. */
  private double toLids() {
    double ox = origin[0] / FaceShape.LID_X_MM;
    double oy = origin[1] / FaceShape.LID_Y_MM;
    double oz = origin[2] / FaceShape.LID_Z_MM;
    double dx = ray[0] / FaceShape.LID_X_MM;
    double dy = ray[1] / FaceShape.LID_Y_MM;
    double dz = ray[2] / FaceShape.LID_Z_MM;
    double a = dx * dx + dy * dy + dz * dz;
    double b = ox * dx + oy * dy + oz * dz;
    double c = ox * ox + oy * oy + oz * oz - 1;
    return (-b - Math.sqrt(b * b - a * c)) / a;
  }

  /** The pixels the lids can cover: left, top, right, bottom. */
  private int[] box(HeadPose pose, double[] centre) {
    double left = Double.POSITIVE_INFINITY;
    double top = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    double bottom = Double.NEGATIVE_INFINITY;
    for (int corner = 0; corner < 8; corner++) {
      double[] p =
          pose.toCamera(
              centre[0] + ((corner & 1) == 0 ? -1 : 1) * 1.1 * FaceShape.LID_X_MM,
              centre[1] + ((corner & 2) == 0 ? -1 : 1) * FaceShape.LID_Y_MM,
              centre[2] + ((corner & 4) == 0 ? -1 : 0.3) * FaceShape.LID_Z_MM);
      lens.project(p[0], p[1], Math.max(1, p[2]), pixel);
      left = Math.min(left, pixel[0]);
      right = Math.max(right, pixel[0]);
      top = Math.min(top, pixel[1]);
      bottom = Math.max(bottom, pixel[1]);
    }
    return new int[] {
      (int) Math.max(0, Math.floor(left)),
      (int) Math.max(0, Math.floor(top)),
      (int) Math.min(picture.width - 1.0, Math.ceil(right)),
      (int) Math.min(picture.height - 1.0, Math.ceil(bottom))
    };
  }
}
