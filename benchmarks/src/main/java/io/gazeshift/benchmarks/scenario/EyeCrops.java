package io.gazeshift.benchmarks.scenario;

import java.util.random.RandomGenerator;

/** Draws both eyes of a face: two crops of 24 rows and 40 columns, standardised together. */
final class EyeCrops {

  static final int ROWS = 24;
  static final int COLUMNS = 40;
  static final int PIXELS = 2 * ROWS * COLUMNS;

  private static final int CROP = ROWS * COLUMNS;

  private EyeCrops() {}

  static float[] render(
      ScenarioPerson person, EyeGaze gaze, ScenarioFrame frame, RandomGenerator random) {
    double[] image = new double[PIXELS];
    double[] crop = new double[CROP];
    double[] scratch = new double[CROP];
    for (int k = 0; k < 2; k++) {
      draw(person, gaze, frame, k, crop);
      for (int pass = 0; pass < 2; pass++) {
        blurRows(crop, scratch, frame.blur());
        blurColumns(scratch, crop, frame.blur());
      }
      for (int i = 0; i < CROP; i++) {
        image[k * CROP + i] =
            frame.noise() == 0 ? crop[i] : crop[i] + frame.noise() * random.nextGaussian();
      }
    }
    return standardised(image);
  }

  /** The picture of the mirrored face: the crops change place and each is flipped. */
  static float[] mirror(float[] image) {
    float[] mirrored = new float[PIXELS];
    for (int k = 0; k < 2; k++) {
      for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
          mirrored[(1 - k) * CROP + row * COLUMNS + COLUMNS - 1 - column] =
              image[k * CROP + row * COLUMNS + column];
        }
      }
    }
    return mirrored;
  }

  private static void draw(ScenarioPerson p, EyeGaze gaze, ScenarioFrame f, int k, double[] crop) {
    double side = k == 0 ? 1 : -1;
    ScenarioPerson.Eye eye = p.eye(k);
    double yaw = gaze.yawRightRad() + side * eye.kappaYawRad();
    double pitch = gaze.pitchUpRad() + eye.kappaPitchRad();
    double r = p.radius();
    double jx = f.jitterX()[k];
    double jy = f.jitterY()[k];
    // The eyeball's centre, then the iris as a disc seen from the side.
    double ox = jx + side * eye.dx() - 0.6 * r * Math.sin(f.headYawRad());
    double oy = jy + eye.dy() + 0.6 * r * Math.sin(f.headPitchRad());
    double sx = Math.sin(yaw) * Math.cos(pitch);
    double sy = -Math.sin(pitch);
    double n = Math.sqrt(sx * sx + sy * sy) + 1e-9;
    double ux = sx / n;
    double uy = sy / n;
    double squeeze = Math.max(Math.sqrt(Math.max(1 - n * n, 0)), 0.3);
    double irisRadius = p.irisShare() * r;
    double lidWidth = p.lidHalfWidth() * Math.cos(f.headYawRad());
    double upper = (p.upperLid() + 0.35 * r * Math.sin(gaze.pitchUpRad())) * f.open();
    double lower = p.lowerLid() - 0.12 * r * Math.sin(gaze.pitchUpRad());

    for (int row = 0; row < ROWS; row++) {
      double y = (row - (ROWS - 1) / 2.0) / f.zoom();
      for (int column = 0; column < COLUMNS; column++) {
        double x = (column - (COLUMNS - 1) / 2.0) / f.zoom();
        double px = x - ox - r * sx;
        double py = y - oy - r * sy;
        double along = (px * ux + py * uy) / squeeze;
        double across = -px * uy + py * ux;
        double distance = Math.sqrt(along * along + across * across);
        double inIris = sigmoid(2 * (irisRadius - distance));
        double inPupil = sigmoid(2 * (0.4 * irisRadius - distance));

        double xs = x - jx;
        double ys = y - jy - side * p.tilt() * xs;
        double arch = 1 - (xs / lidWidth) * (xs / lidWidth);
        double belowUpper = ys + upper * arch;
        double open = sigmoid(2 * belowUpper) * sigmoid(2 * (lower * arch - ys));

        double fromCentre = ((x - ox) * (x - ox) + (y - oy) * (y - oy)) / (r * r);
        double ball =
            p.sclera()
                * (1 - 0.3 * Math.min(fromCentre, 1.5))
                * (1 - 0.3 * Math.exp(-Math.max(belowUpper, 0) / 2));
        double inside = ball * (1 - inIris) + inIris * (p.iris() * (1 - inPupil) + 0.08 * inPupil);
        double skin = p.skin() * (1 - p.lash() * Math.exp(-Math.abs(belowUpper) / 1.5));
        double light =
            1 + 2 * f.lightX() * (x / COLUMNS + (k == 0 ? -0.5 : 0.5)) + 2 * f.lightY() * y / ROWS;
        double value = (skin * (1 - open) + inside * open) * light;
        crop[row * COLUMNS + column] = Math.pow(Math.min(1.5, Math.max(0.01, value)), f.gamma());
      }
    }
  }

  private static void blurRows(double[] from, double[] to, double b) {
    for (int row = 0; row < ROWS; row++) {
      for (int c = 0; c < COLUMNS; c++) {
        int at = row * COLUMNS + c;
        double left = from[c == 0 ? at : at - 1];
        double right = from[c == COLUMNS - 1 ? at : at + 1];
        to[at] = b * (left + right) + (1 - 2 * b) * from[at];
      }
    }
  }

  private static void blurColumns(double[] from, double[] to, double b) {
    for (int row = 0; row < ROWS; row++) {
      for (int c = 0; c < COLUMNS; c++) {
        int at = row * COLUMNS + c;
        double above = from[row == 0 ? at : at - COLUMNS];
        double below = from[row == ROWS - 1 ? at : at + COLUMNS];
        to[at] = b * (above + below) + (1 - 2 * b) * from[at];
      }
    }
  }

  private static float[] standardised(double[] image) {
    double sum = 0;
    double squares = 0;
    for (double value : image) {
      sum += value;
      squares += value * value;
    }
    double mean = sum / image.length;
    double sigma = Math.sqrt(Math.max(0, squares / image.length - mean * mean));
    float[] result = new float[image.length];
    for (int i = 0; i < image.length; i++) {
      result[i] = (float) ((image[i] - mean) / (sigma + 1e-3));
    }
    return result;
  }

  private static double sigmoid(double t) {
    return 1 / (1 + Math.exp(-Math.min(30, Math.max(-30, t))));
  }
}
