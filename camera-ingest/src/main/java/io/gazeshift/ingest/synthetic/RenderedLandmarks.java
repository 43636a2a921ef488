package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.locate.pose.HeadPoseSolver;
import io.gazeshift.ingest.locate.pose.Undistortion;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The face of one person as a landmark network would find it, were it perfect: the points of the
 * head where the lens shows them. The pose is worked out from these, as it is for real faces. Not
 * thread-safe.
 */
final class RenderedLandmarks implements AutoCloseable {

  private final Lens lens;
  private final double[][] pointsMm;
  private final Undistortion undistortion;
  private final HeadPoseSolver solver;

  RenderedLandmarks(RenderedPerson person, Lens lens, CameraIntrinsics camera) {
    this.lens = lens;
    this.pointsMm = HeadMesh.landmarksOf(person);
    this.undistortion = new Undistortion(camera);
    try {
      this.solver =
          new HeadPoseSolver(camera, IntStream.range(0, pointsMm.length).toArray(), pointsMm);
    } catch (RuntimeException e) {
      undistortion.close();
      throw e;
    }
  }

  /** A head that is held so; nothing where no pose can be worked out. */
  List<LocatedFace> locate(HeadPose held, double eyeOpenness) {
    Landmarks seen = seen(held);
    return solver
        .solve(undistortion.apply(seen))
        .map(fit -> new LocatedFace(0, fit.pose(), 1, fit.errorPx(), eyeOpenness, seen))
        .stream()
        .toList();
  }

  private Landmarks seen(HeadPose held) {
    float[] xy = new float[2 * pointsMm.length];
    double[] pixel = new double[2];
    for (int i = 0; i < pointsMm.length; i++) {
      double[] point = held.toCamera(pointsMm[i]);
      lens.project(point[0], point[1], point[2], pixel);
      xy[2 * i] = (float) pixel[0];
      xy[2 * i + 1] = (float) pixel[1];
    }
    return Landmarks.of(xy);
  }

  @Override
  public void close() {
    solver.close();
    undistortion.close();
  }
}
