package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.FaceBox;
import io.gazeshift.ingest.locate.Landmarks;
import org.opencv.core.Rect;
import org.opencv.core.Size;

/**
 * The square of a frame that the mesh looks at, turned so that the face stands upright in it. The
 * angle is that of the line from the person's right eye to the left one, clockwise as the image is
 * seen.
 */
record Region(double centreX, double centreY, double sizePx, double angleRad) {

  /** How much larger than the face; what the mesh was trained with. */
  private static final double MARGIN = 1.5;

  /** Three pixels of the mesh's crop: as much as a face moves in it while it is followed. */
  private static final double BESIDE = 0.015;

  private static final double LARGER = 0.02;

  static Region of(Detection face) {
    FaceBox box = face.box();
    double angle =
        Math.atan2(face.leftEyeY() - face.rightEyeY(), face.leftEyeX() - face.rightEyeX());
    return new Region(
        box.x() + box.width() / 2,
        box.y() + box.height() / 2,
        MARGIN * Math.max(box.width(), box.height()),
        angle);
  }

  /** Where the face will be if it has hardly moved. */
  static Region of(Landmarks face) {
    double angle =
        Math.atan2(
            face.y(MeshPoints.LEFT_EYE_OUTER) - face.y(MeshPoints.RIGHT_EYE_OUTER),
            face.x(MeshPoints.LEFT_EYE_OUTER) - face.x(MeshPoints.RIGHT_EYE_OUTER));
    double cos = Math.cos(angle);
    double sin = Math.sin(angle);
    float[] upright = new float[2 * face.count()];
    for (int i = 0; i < face.count(); i++) {
      upright[2 * i] = (float) (cos * face.x(i) + sin * face.y(i));
      upright[2 * i + 1] = (float) (-sin * face.x(i) + cos * face.y(i));
    }
    FaceBox box = Landmarks.of(upright).box();
    double x = box.x() + box.width() / 2;
    double y = box.y() + box.height() / 2;
    return new Region(
        cos * x - sin * y, sin * x + cos * y, MARGIN * Math.max(box.width(), box.height()), angle);
  }

  /** A region with the same face, but other pixels. */
  Region beside() {
    double shift = BESIDE * sizePx;
    return new Region(centreX + shift, centreY + shift, (1 + LARGER) * sizePx, angleRad);
  }

  /** Whether there is anything in it to look at. */
  boolean isUsable(int frameWidth, int frameHeight) {
    return sizePx >= 2
        && centreX >= 0
        && centreX < frameWidth
        && centreY >= 0
        && centreY < frameHeight;
  }

  /** The two rows that lead from the frame into a crop of this side, both by pixel centres. */
  double[] toCrop(int side) {
    double scale = side / sizePx;
    double cos = scale * Math.cos(angleRad);
    double sin = scale * Math.sin(angleRad);
    double middle = (side - 1) / 2.0;
    return new double[] {
      cos, sin, middle - cos * centreX - sin * centreY,
      -sin, cos, middle + sin * centreX - cos * centreY
    };
  }

  /** x and y of points of a crop of this side, from its upper left corner, in the frame. */
  float[] toFrame(int side, float... cropXy) {
    double cos = sizePx * Math.cos(angleRad);
    double sin = sizePx * Math.sin(angleRad);
    float[] xy = new float[cropXy.length];
    for (int i = 0; i < xy.length; i += 2) {
      double across = cropXy[i] / side - 0.5;
      double down = cropXy[i + 1] / side - 0.5;
      xy[i] = (float) (centreX + cos * across - sin * down);
      xy[i + 1] = (float) (centreY + sin * across + cos * down);
    }
    return xy;
  }

  /**
   * What the frame has of it and of one reduced pixel around it, in whole reduced pixels.
   *
   * @param reduction how many pixels become one, along a line
   */
  Rect around(int reduction, Size frame) {
    double half =
        sizePx / 2 * (Math.abs(Math.cos(angleRad)) + Math.abs(Math.sin(angleRad))) + reduction;
    int left = firstPixel(centreX - half, reduction);
    int top = firstPixel(centreY - half, reduction);
    return new Rect(
        left,
        top,
        pixels(left, centreX + half, reduction, frame.width),
        pixels(top, centreY + half, reduction, frame.height));
  }

  private static int firstPixel(double from, int reduction) {
    return reduction * (int) Math.max(0, Math.floor(from / reduction));
  }

  private static int pixels(int from, double to, int reduction, double end) {
    return reduction
        * (int) Math.min(Math.ceil((to - from) / reduction), Math.floor((end - from) / reduction));
  }

  /** The same region of that part of the frame, reduced. */
  Region within(Rect part, int reduction) {
    return new Region(
        (centreX - part.x + 0.5) / reduction - 0.5,
        (centreY - part.y + 0.5) / reduction - 0.5,
        sizePx / reduction,
        angleRad);
  }
}
