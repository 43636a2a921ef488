package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;

/**
 * Paints the eyes. Iris and pupil are circles on a ball that is turned by the gaze, seen through
 * the opening between the lids; nothing is drawn at a place computed any other way.
 */
final class EyePainter {

  private static final double BALL_MM = 12;
  private static final double BALL_DEPTH_MM = 10;
  private static final double IRIS_MM = 5.9;
  private static final double HALF_OPENING_MM = 14.5;

  /** The lids lie on this ellipsoid about the middle of the ball. */
  private static final double LID_ACROSS_MM = 16.5;

  private static final double LID_MM = 12.8;

  private static final double UPPER_LID_MM = 5.4;
  private static final double LOWER_LID_MM = 5;

  /** How far the lids follow the eye up and down. */
  private static final double UPPER_LID_MM_PER_RAD = 6.5;

  private static final double LOWER_LID_MM_PER_RAD = 3.4;

  private static final int STEPS = 14;
  private static final double[] SCLERA = {222, 226, 232};
  private static final double[] LASHES = {22, 22, 28};
  private static final double[] PUPIL = {10, 10, 12};
  private static final double[] GLINT = {250, 250, 250};

  private final Person person;
  private final Light light;

  EyePainter(Person person, Light light) {
    this.person = person;
    this.light = light;
  }

  void paint(Canvas canvas, HeadPose pose, Gaze gaze, double openness) {
    double[] direction = gaze.vector();
    double pitchInHead = gaze.rotatedBy(pose.headToCamera().inverse()).pitchRad();
    for (int side = -1; side <= 1; side += 2) {
      double[] middle = {side * person.halfEyeDistanceMm(), FaceSurface.EYE_Y_MM, BALL_DEPTH_MM};
      paintEye(canvas, pose, middle, side, direction, pitchInHead, openness);
    }
  }

  private void paintEye(
      Canvas canvas,
      HeadPose pose,
      double[] middle,
      int side,
      double[] direction,
      double pitchInHead,
      double openness) {
    double lower = LOWER_LID_MM - LOWER_LID_MM_PER_RAD * pitchInHead;
    double upperOpen = UPPER_LID_MM + UPPER_LID_MM_PER_RAD * pitchInHead;
    // A closing upper lid comes down onto the lower one.
    double upper = -lower + openness * (upperOpen + lower);
    double brightness = light.on(pose.headToCamera().apply(new double[] {0, 0, -1}));

    double[] upperEdge = lidEdge(canvas, pose, middle, side, -upper);
    double[] lowerEdge = lidEdge(canvas, pose, middle, side, lower);
    double[] crease = lidEdge(canvas, pose, middle, side, -Math.max(upper, 0) - 3.2);
    double[] creaseEnd = lidEdge(canvas, pose, middle, side, -Math.max(upper, 0) - 4);
    canvas.ribbon(creaseEnd, crease, Light.shade(person.skin(), 0.62 * brightness));
    canvas.ribbon(
        lowerEdge,
        lidEdge(canvas, pose, middle, side, lower + 0.9),
        Light.shade(person.skin(), 0.72 * brightness));

    double[] opening = Polygons.between(upperEdge, lowerEdge);
    if (upper + lower > 0.3) {
      // The upper lid throws a shadow on the ball.
      canvas.fill(opening, Light.shade(SCLERA, 0.7 * brightness));
      double[] lit = Polygons.between(lidEdge(canvas, pose, middle, side, 1.3 - upper), lowerEdge);
      canvas.fill(Polygons.clip(lit, opening), Light.shade(SCLERA, 0.92 * brightness));
      double[] ball = pose.toCamera(middle);
      paintDisc(canvas, ball, direction, IRIS_MM, opening, Light.shade(person.iris(), 0.6));
      paintDisc(canvas, ball, direction, IRIS_MM - 0.8, opening, person.iris());
      paintDisc(
          canvas,
          ball,
          direction,
          person.pupilMm() + 1.1,
          opening,
          Light.shade(person.iris(), 1.25));
      paintDisc(canvas, ball, direction, person.pupilMm(), opening, PUPIL);
      paintDisc(canvas, ball, glintDirection(direction), 0.55, opening, GLINT);
    }
    canvas.ribbon(lidEdge(canvas, pose, middle, side, -upper - 0.9), upperEdge, LASHES);
  }

  /** A circle on the ball about a direction of camera space. */
  private static void paintDisc(
      Canvas canvas,
      double[] ball,
      double[] direction,
      double radiusMm,
      double[] opening,
      double[] colour) {
    double towards = Math.sqrt(BALL_MM * BALL_MM - radiusMm * radiusMm);
    // Any two axes across the direction do; no eye that is seen looks along the camera's y axis.
    double[] u = unit(direction[2], 0, -direction[0]);
    double[] v = {
      direction[1] * u[2] - direction[2] * u[1],
      direction[2] * u[0] - direction[0] * u[2],
      direction[0] * u[1] - direction[1] * u[0]
    };
    double[][] circle = new double[28][3];
    for (int i = 0; i < circle.length; i++) {
      double angle = 2 * Math.PI * i / circle.length;
      for (int axis = 0; axis < 3; axis++) {
        circle[i][axis] =
            ball[axis]
                + towards * direction[axis]
                + radiusMm * (Math.cos(angle) * u[axis] + Math.sin(angle) * v[axis]);
      }
    }
    canvas.fill(Polygons.clip(canvas.project(circle), opening), colour);
  }

  /**
   * The wet ball mirrors the lamp half way between the lamp and the camera, pulled by the bulge.
   */
  private double[] glintDirection(double[] gaze) {
    double[] lamp = light.towardsLamp();
    return unit(
        lamp[0] * 0.35 + gaze[0] * 0.5,
        lamp[1] * 0.35 + gaze[1] * 0.5,
        (lamp[2] - 1) * 0.35 + gaze[2] * 0.5);
  }

  /** The edge of a lid from the image's left to its right; height is at its middle, down. */
  private static double[] lidEdge(
      Canvas canvas, HeadPose pose, double[] middle, int side, double heightMm) {
    double[][] points = new double[STEPS + 1][];
    for (int i = 0; i <= STEPS; i++) {
      double t = 2.0 * i / STEPS - 1;
      double x = HALF_OPENING_MM * t;
      // The outer corner stands a little higher than the inner one.
      double y = heightMm * (1 - t * t) - 0.8 * side * t;
      double z =
          -LID_MM
              * Math.sqrt(
                  Math.max(0.05, 1 - Math.pow(x / LID_ACROSS_MM, 2) - Math.pow(y / LID_MM, 2)));
      points[i] = new double[] {middle[0] + x, middle[1] + y, middle[2] + z};
    }
    return canvas.project(pose, points);
  }

  private static double[] unit(double x, double y, double z) {
    double length = Math.sqrt(x * x + y * y + z * z);
    return new double[] {x / length, y / length, z / length};
  }
}
