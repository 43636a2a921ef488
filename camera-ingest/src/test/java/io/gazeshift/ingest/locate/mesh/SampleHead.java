package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import io.gazeshift.protocol.Rotation;
import java.util.SplittableRandom;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Point;
import org.opencv.core.Point3;

/** A head with about the shape of a real one, and what a camera sees of it. */
final class SampleHead {

  private static final int[][] LIDS = {{160, 144}, {159, 145}, {158, 153}};
  private static final int[][] LEFT_LIDS = {{387, 373}, {386, 374}, {385, 380}};
  private static final double EYE_WIDTH_MM = 26;

  private final AverageFace face;

  /** Lids this far apart, as a share of the eye's width. */
  SampleHead(double rightGap, double leftGap) {
    this.face = AverageFace.of(points(rightGap, leftGap));
  }

  AverageFace face() {
    return face;
  }

  private static double[][] points(double rightGap, double leftGap) {
    double[][] points = new double[MeshPoints.COUNT][];
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < points.length; i++) {
      points[i] = onSkin(random.nextDouble(-65, 65), random.nextDouble(-80, 80));
    }
    points[4] = new double[] {0, 15, -75};
    points[1] = new double[] {0, 20, -70};
    points[MeshPoints.MOUTH_RIGHT] = onSkin(-25, 46);
    points[MeshPoints.MOUTH_LEFT] = onSkin(25, 46);
    eye(points, -31, MeshPoints.RIGHT_EYE_OUTER, MeshPoints.RIGHT_EYE_INNER, LIDS, rightGap);
    eye(points, 31, MeshPoints.LEFT_EYE_OUTER, MeshPoints.LEFT_EYE_INNER, LEFT_LIDS, leftGap);
    return points;
  }

  private static void eye(
      double[][] points, double x, int outer, int inner, int[][] lids, double gap) {
    double side = Math.signum(x);
    points[outer] = new double[] {x + side * EYE_WIDTH_MM / 2, -23, -32};
    points[inner] = new double[] {x - side * EYE_WIDTH_MM / 2, -23, -38};
    for (int i = 0; i < lids.length; i++) {
      double lidX = x + 5 * side * (1 - i);
      double half = gap * EYE_WIDTH_MM / 2;
      points[lids[i][0]] = new double[] {lidX, -23 - half, -40};
      points[lids[i][1]] = new double[] {lidX, -23 + half, -39};
    }
  }

  private static double[] onSkin(double x, double y) {
    return new double[] {x, y, -50 * Math.sqrt(1 - x * x / 8000 - y * y / 14000)};
  }

  /** What the camera sees of this head, lens and all. */
  Landmarks seenBy(CameraIntrinsics camera, HeadPose pose) {
    Point3[] inCamera = new Point3[MeshPoints.COUNT];
    for (int i = 0; i < inCamera.length; i++) {
      inCamera[i] = new Point3(pose.toCamera(face.x(i), face.y(i), face.z(i)));
    }
    Mat matrix = new Mat(3, 3, CvType.CV_64F);
    matrix.put(0, 0, camera.fx(), 0, camera.cx(), 0, camera.fy(), camera.cy(), 0, 0, 1);
    Mat nothing = Mat.zeros(3, 1, CvType.CV_64F);
    MatOfPoint3f points = new MatOfPoint3f(inCamera);
    MatOfPoint2f seen = new MatOfPoint2f();
    MatOfDouble lens =
        new MatOfDouble(camera.distortion().stream().mapToDouble(Double::doubleValue).toArray());
    if (camera.lens() == Lens.FISHEYE) {
      Calib3d.fisheye_projectPoints(points, seen, nothing, nothing, matrix, lens);
    } else {
      Calib3d.projectPoints(points, nothing, nothing, matrix, lens, seen);
    }
    float[] xy = new float[2 * inCamera.length];
    Point[] pixels = seen.toArray();
    for (int i = 0; i < pixels.length; i++) {
      xy[2 * i] = (float) pixels[i].x;
      xy[2 * i + 1] = (float) pixels[i].y;
    }
    return Landmarks.of(xy);
  }

  /** A head that looks about in front of a camera of some 60 degrees. */
  static HeadPose somewhere(SplittableRandom random) {
    double z = random.nextDouble(300, 2000);
    return new HeadPose(
        turned(random.nextDouble(-50, 50), random.nextDouble(-30, 30), random.nextDouble(-35, 35)),
        z * random.nextDouble(-0.3, 0.3),
        z * random.nextDouble(-0.15, 0.15),
        z);
  }

  /** Degrees: positive turns the face to the image's left, up, and clockwise as it is seen. */
  static Rotation turned(double yaw, double pitch, double roll) {
    return Rotation.about(0, 1, 0, Math.toRadians(yaw))
        .after(Rotation.about(1, 0, 0, -Math.toRadians(pitch)))
        .after(Rotation.about(0, 0, 1, Math.toRadians(roll)));
  }

  /** Between two rotations. */
  static double degreesBetween(Rotation one, Rotation other) {
    double[] m = one.inverse().after(other).rows();
    return Math.toDegrees(Math.acos(Math.max(-1, Math.min(1, (m[0] + m[4] + m[8] - 1) / 2))));
  }
}
