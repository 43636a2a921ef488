package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.pose.HeadPoseSolver;
import io.gazeshift.ingest.locate.pose.Undistortion;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.Optional;
import org.opencv.core.Mat;

/** Reads the face in a region of one camera's frames: points, pose, eyes. Not thread-safe. */
final class MeshReader implements AutoCloseable {

  private final FaceMesh mesh;
  private final double minScore;
  private final double maxReprojection;
  private final Undistortion undistortion;
  private final HeadPoseSolver solver;
  private final EyeOpenness eyes;

  /** The mesh stays with its owner. */
  MeshReader(
      FaceMesh mesh,
      CameraIntrinsics camera,
      AverageFace face,
      double minScore,
      double maxReprojection) {
    this.mesh = mesh;
    this.minScore = minScore;
    this.maxReprojection = maxReprojection;
    this.eyes = new EyeOpenness(camera, face, mesh.lidGaps());
    this.undistortion = new Undistortion(camera);
    try {
      this.solver = face.solver(camera);
    } catch (RuntimeException e) {
      undistortion.close();
      throw e;
    }
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
    Landmarks undistorted = undistortion.apply(reading.landmarks());
    double boundPx = maxReprojection * Math.sqrt(undistorted.box().area());
    return last.flatMap(pose -> solver.solve(undistorted, pose))
        .filter(fit -> fit.errorPx() <= boundPx)
        // What the last pose leads to may be a dead end.
        .or(() -> solver.solve(undistorted).filter(fit -> fit.errorPx() <= boundPx))
        .map(
            fit ->
                new MeshFace(
                    reading.landmarks(),
                    reading.irises(),
                    reading.score(),
                    fit,
                    eyes.openness(undistorted, fit.pose())));
  }

  @Override
  public void close() {
    solver.close();
    undistortion.close();
  }
}
