package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.FaceBox;
import io.gazeshift.ingest.locate.Landmarks;

/**
 * The square of a frame that the mesh looks at, turned so that the face stands upright in it. The
 * angle is that of the line from the person's right eye to the left one, clockwise as the image is
 * seen.
 */
record Region(double centreX, double centreY, double sizePx, double angleRad) {

  /** How much larger than the face; what the mesh was trained with. */
  private static final double MARGIN = 1.5;

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

  /** A point of the crop, counted from its middle as a share of its side, in the frame. */
  double frameX(double acrossShare, double downShare) {
    return centreX + sizePx * (Math.cos(angleRad) * acrossShare - Math.sin(angleRad) * downShare);
  }

  double frameY(double acrossShare, double downShare) {
    return centreY + sizePx * (Math.sin(angleRad) * acrossShare + Math.cos(angleRad) * downShare);
  }
}
