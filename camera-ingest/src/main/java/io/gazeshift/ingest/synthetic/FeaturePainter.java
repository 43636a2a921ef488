package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import java.util.function.DoubleUnaryOperator;

/** Paints brows, nostrils and mouth onto the skin. */
final class FeaturePainter {

  private static final int STEPS = 12;
  private static final double MOUTH_Y_MM = 36;
  private static final double HALF_MOUTH_MM = 24;

  private final Person person;
  private final FaceSurface surface;

  FeaturePainter(Person person, FaceSurface surface) {
    this.person = person;
    this.surface = surface;
  }

  void paint(Canvas canvas, HeadPose pose) {
    for (int side = -1; side <= 1; side += 2) {
      paintBrow(canvas, pose, side);
      paintNostril(canvas, pose, side);
    }
    paintMouth(canvas, pose);
  }

  private void paintBrow(Canvas canvas, HeadPose pose, int side) {
    double inner = side * (person.halfEyeDistanceMm() - 18);
    double outer = side * (person.halfEyeDistanceMm() + 20);
    DoubleUnaryOperator top = t -> -50 - 5 * Math.sin(0.75 * Math.PI * t) + 3 * t;
    double[] upper = curve(canvas, pose, inner, outer, top);
    double[] lower =
        curve(
            canvas,
            pose,
            inner,
            outer,
            t -> top.applyAsDouble(t) + person.browMm() * (1 - 0.65 * t));
    // Skin shines through.
    double[] colour = mix(person.hair(), person.skin(), 0.3);
    canvas.ribbon(upper, lower, colour);
  }

  private void paintNostril(Canvas canvas, HeadPose pose, int side) {
    double[][] points = new double[12][];
    for (int i = 0; i < points.length; i++) {
      double angle = 2 * Math.PI * i / points.length;
      points[i] =
          surface.point(side * 6.5 + 3.2 * Math.cos(angle), 17.5 + 1.5 * Math.sin(angle), 0);
    }
    canvas.fill(canvas.project(pose, points), Light.shade(person.skin(), 0.3));
  }

  private void paintMouth(Canvas canvas, HeadPose pose) {
    // t runs over the mouth from 0 to 1; the square is 0 at the corners.
    DoubleUnaryOperator arch = t -> 1 - Math.pow(2 * t - 1, 2);
    DoubleUnaryOperator line = t -> MOUTH_Y_MM - 1 + arch.applyAsDouble(t);
    double[] seam = mouthCurve(canvas, pose, line);
    double[] upper =
        mouthCurve(
            canvas,
            pose,
            t ->
                line.applyAsDouble(t)
                    - 6.5 * arch.applyAsDouble(t)
                    + 2 * Math.exp(-Math.pow((t - 0.5) / 0.06, 2)));
    double[] lower =
        mouthCurve(canvas, pose, t -> line.applyAsDouble(t) + 8 * arch.applyAsDouble(t));
    double[] seamLower =
        mouthCurve(canvas, pose, t -> line.applyAsDouble(t) + 0.4 + arch.applyAsDouble(t));
    double[] red = mix(person.skin(), new double[] {90, 80, 170}, 0.45);
    canvas.ribbon(upper, seam, Light.shade(red, 0.75));
    canvas.ribbon(seam, lower, Light.shade(red, 0.92));
    canvas.ribbon(seam, seamLower, Light.shade(red, 0.4));
  }

  private double[] mouthCurve(Canvas canvas, HeadPose pose, DoubleUnaryOperator yMm) {
    return curve(canvas, pose, -HALF_MOUTH_MM, HALF_MOUTH_MM, yMm);
  }

  /** A curve on the skin from one x to the other; y is a function of the way along, 0 to 1. */
  private double[] curve(
      Canvas canvas, HeadPose pose, double fromX, double toX, DoubleUnaryOperator yMm) {
    double[][] points = new double[STEPS + 1][];
    for (int i = 0; i <= STEPS; i++) {
      double t = (double) i / STEPS;
      points[i] = surface.point(fromX + t * (toX - fromX), yMm.applyAsDouble(t), 0.5);
    }
    return canvas.project(pose, points);
  }

  private static double[] mix(double[] a, double[] b, double ofB) {
    return new double[] {
      a[0] + ofB * (b[0] - a[0]), a[1] + ofB * (b[1] - a[1]), a[2] + ofB * (b[2] - a[2])
    };
  }
}
