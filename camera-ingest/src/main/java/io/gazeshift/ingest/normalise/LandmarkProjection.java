package io.gazeshift.ingest.normalise;

import io.gazeshift.ingest.locate.GazeLandmarks;
import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.pose.Undistortion;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceLandmarks;
import java.util.Optional;

/**
 * Landmarks as the virtual camera sees them, in millimetres on the plane through the face centre.
 * What the patch does to pixels, this does to points, without losing the camera's resolution. Not
 * thread-safe, one for each camera.
 */
public final class LandmarkProjection implements AutoCloseable {

  /** An iris is its centre and the ends of its horizontal and vertical diameter. */
  private static final int IRIS_POINTS = 5;

  private final CameraIntrinsics camera;
  private final Undistortion undistortion;

  public LandmarkProjection(CameraIntrinsics camera) {
    this.camera = camera;
    this.undistortion = new Undistortion(camera);
  }

  /**
   * Empty where a point lies outside of what the lens can see.
   *
   * @param cameraToVirtual the rotation of the face's normalisation
   * @param distanceMm from the camera to the face centre
   */
  public Optional<FaceLandmarks> project(
      GazeLandmarks face, Rotation cameraToVirtual, double distanceMm) {
    float[] mm = projected(undistortion.apply(withIrises(face)), cameraToVirtual, distanceMm);
    for (float value : mm) {
      if (!Float.isFinite(value)) {
        return Optional.empty();
      }
    }
    int lids = LandmarkPoints.LIDS;
    FaceLandmarks.Builder landmarks =
        FaceLandmarks.newBuilder()
            .setRight(eye(mm, 0, GazeLandmarks.COUNT))
            .setLeft(eye(mm, lids, GazeLandmarks.COUNT + IRIS_POINTS));
    for (int i = 2 * 2 * lids; i < 2 * GazeLandmarks.COUNT; i++) {
      landmarks.addSkull(mm[i]);
    }
    return Optional.of(landmarks.build());
  }

  private static Landmarks withIrises(GazeLandmarks face) {
    float[] points = face.points().toArray();
    float[] all = new float[points.length + 2 * 2 * IRIS_POINTS];
    System.arraycopy(points, 0, all, 0, points.length);
    put(face.irises().right(), all, points.length);
    put(face.irises().left(), all, points.length + 2 * IRIS_POINTS);
    return Landmarks.of(all);
  }

  private static void put(Iris iris, float[] xy, int at) {
    double[] across = {0, 1, -1, 0, 0};
    double[] down = {0, 0, 0, 1, -1};
    for (int i = 0; i < IRIS_POINTS; i++) {
      xy[at + 2 * i] = (float) (iris.x() + across[i] * iris.radiusPx());
      xy[at + 2 * i + 1] = (float) (iris.y() + down[i] * iris.radiusPx());
    }
  }

  private float[] projected(Landmarks undistorted, Rotation cameraToVirtual, double distanceMm) {
    float[] mm = new float[2 * undistorted.count()];
    for (int i = 0; i < undistorted.count(); i++) {
      double[] ray =
          cameraToVirtual.apply(
              new double[] {
                (undistorted.x(i) - camera.cx()) / camera.fx(),
                (undistorted.y(i) - camera.cy()) / camera.fy(),
                1
              });
      double scale = ray[2] > 0 ? distanceMm / ray[2] : Double.NaN;
      mm[2 * i] = (float) (scale * ray[0]);
      mm[2 * i + 1] = (float) (scale * ray[1]);
    }
    return mm;
  }

  private static EyeLandmarks eye(float[] mm, int firstLid, int iris) {
    EyeLandmarks.Builder eye = EyeLandmarks.newBuilder();
    for (int i = 2 * firstLid; i < 2 * (firstLid + LandmarkPoints.LIDS); i++) {
      eye.addLids(mm[i]);
    }
    float x = mm[2 * iris];
    float y = mm[2 * iris + 1];
    double sum = 0;
    for (int i = iris + 1; i < iris + IRIS_POINTS; i++) {
      sum += Math.hypot(mm[2 * i] - x, mm[2 * i + 1] - y);
    }
    return eye.setIrisX(x).setIrisY(y).setIrisRadius((float) (sum / (IRIS_POINTS - 1))).build();
  }

  @Override
  public void close() {
    undistortion.close();
  }
}
