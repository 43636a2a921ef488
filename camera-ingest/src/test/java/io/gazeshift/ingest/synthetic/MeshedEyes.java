package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.Irises;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.LocatedFace;

/**
 * What the attention mesh reads off the eyes of one face, both averaged: places from the middle of
 * the eye's corners in mm, level with the line through both eyes. An iris is as good as a ruler:
 * its size differs little between people.
 *
 * @param irisOutMm how far the irises lie towards the temples
 * @param irisRightMm how far they lie towards the image's right
 * @param upperLidDownMm how far below the corners the upper lids end
 * @param headPitchDeg how far the head is turned up, as its pose is worked out from the points
 */
record MeshedEyes(
    double irisOutMm, double irisRightMm, double upperLidDownMm, double headPitchDeg) {

  private static final double IRIS_RADIUS_MM = 5.85;

  /** The image's left eye first: its corners from left to right, then the middle of its lid. */
  private static final int[][] CORNERS = {{33, 133}, {362, 263}};

  private static final int[][] UPPER_LID = {{160, 159, 158}, {385, 386, 387}};

  static MeshedEyes of(LocatedFace face) {
    Landmarks points = face.landmarks();
    Irises both = face.gazeLandmarks().orElseThrow().irises();
    Iris[] irises = {both.right(), both.left()};
    double pxPerMm = (irises[0].radiusPx() + irises[1].radiusPx()) / 2 / IRIS_RADIUS_MM;
    double[] left = middle(points, CORNERS[0]);
    double[] right = middle(points, CORNERS[1]);
    double roll = Math.atan2(right[1] - left[1], right[0] - left[0]);
    double[] acrossPerPx = {Math.cos(roll) / pxPerMm, Math.sin(roll) / pxPerMm};
    double[] downPerPx = {-acrossPerPx[1], acrossPerPx[0]};
    double[] irisRight = new double[2];
    double lid = 0;
    for (int eye = 0; eye < 2; eye++) {
      double[] from = eye == 0 ? left : right;
      irisRight[eye] = along(acrossPerPx, from, new double[] {irises[eye].x(), irises[eye].y()});
      lid += along(downPerPx, from, middle(points, UPPER_LID[eye])) / 2;
    }
    return new MeshedEyes(
        (irisRight[1] - irisRight[0]) / 2,
        (irisRight[1] + irisRight[0]) / 2,
        lid,
        Math.toDegrees(Math.asin(face.pose().headToCamera().rows()[5])));
  }

  private static double[] middle(Landmarks points, int... of) {
    double[] sum = new double[2];
    for (int point : of) {
      sum[0] += points.x(point) / of.length;
      sum[1] += points.y(point) / of.length;
    }
    return sum;
  }

  private static double along(double[] axis, double[] from, double[] to) {
    return axis[0] * (to[0] - from[0]) + axis[1] * (to[1] - from[1]);
  }
}
