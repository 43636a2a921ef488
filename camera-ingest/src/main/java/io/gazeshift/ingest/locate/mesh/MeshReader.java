package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.common.config.sections.FacesConfig;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.Box;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.Optional;
import org.opencv.core.Mat;
import org.opencv.core.MatOfPoint2f;

/** Reads the face in a region of one camera's frames: points, pose, eyes. Not thread-safe. */
final class MeshReader implements AutoCloseable {

  private final double minScore;
  private final double maxReprojection;
  private final FaceMesh mesh;
  private final Undistortion undistortion;
  private final HeadPoseSolver solver;
  private final EyeOpenness eyes;
  private final MatOfPoint2f points = new MatOfPoint2f();
  private final float[] xy = new float[2 * MeshPoints.COUNT];

  MeshReader(FaceModels models, FacesConfig config, CameraIntrinsics camera) {
    this.minScore = config.minMeshScore();
    this.maxReprojection = config.maxReprojection();
    AverageFace face = AverageFace.of(models);
    this.mesh = new FaceMesh(models);
    this.undistortion = new Undistortion(camera);
    this.solver = new HeadPoseSolver(camera, undistortion.cameraMatrix(), face);
    this.eyes = new EyeOpenness(camera, face);
    points.alloc(MeshPoints.COUNT);
  }

  /** A face nothing is known of yet. */
  Optional<MeshFace> read(Mat bgr, Region region) {
    return face(bgr, region, Optional.empty());
  }

  /** A face that had this pose a moment ago. */
  Optional<MeshFace> read(Mat bgr, Region region, HeadPose last) {
    return face(bgr, region, Optional.of(last));
  }

  private Optional<MeshFace> face(Mat bgr, Region region, Optional<HeadPose> last) {
    if (!region.isUsable(bgr.cols(), bgr.rows())) {
      return Optional.empty();
    }
    FaceMesh.Reading reading = mesh.read(bgr, region);
    if (!(reading.score() >= minScore)) {
      return Optional.empty();
    }
    undistort(reading.landmarks());
    Box box = reading.landmarks().box();
    double bound = maxReprojection * Math.sqrt(box.area());
    return last.map(pose -> solver.solve(xy, pose))
        .filter(fit -> isGood(fit, bound))
        // What the last pose leads to may be a dead end.
        .or(() -> Optional.of(solver.solve(xy)).filter(fit -> isGood(fit, bound)))
        .map(
            fit ->
                new MeshFace(reading.landmarks(), reading.score(), fit, eyes.of(xy, fit.pose())));
  }

  private static boolean isGood(PoseFit fit, double boundPx) {
    return fit.isPossible() && fit.errorPx() <= boundPx;
  }

  private void undistort(Landmarks landmarks) {
    for (int i = 0; i < landmarks.count(); i++) {
      xy[2 * i] = (float) landmarks.x(i);
      xy[2 * i + 1] = (float) landmarks.y(i);
    }
    points.put(0, 0, xy);
    undistortion.apply(points);
    points.get(0, 0, xy);
  }

  @Override
  public void close() {
    points.release();
    solver.close();
    undistortion.close();
    mesh.close();
  }
}
