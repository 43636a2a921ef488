package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.Irises;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.mesh.EyeOpenness.LidGaps;
import java.util.Optional;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/** MediaPipe's 468 points of the face in a region, and its irises. Not thread-safe. */
final class FaceMesh implements AutoCloseable {

  /** The points, the irises if they are found, and how sure it is that a face is there, 0 to 1. */
  record Reading(Landmarks landmarks, Optional<Irises> irises, double score) {}

  private static final int SIDE = MeshNetwork.SIDE;
  private static final Size SIZE = new Size(SIDE, SIDE);
  private static final Scalar BLACK = Scalar.all(0);
  private static final int IRIS_POINTS = 5;

  /** How many pixels a warp may go from one to the next: a small face is not reduced. */
  private static final double MAX_STEP = 1.5;

  /** A face of 1,500 pixels; beyond that, some are skipped. */
  private static final int MAX_REDUCTION = 8;

  private final MeshNetwork network;
  private final Mat toCrop = new Mat(2, 3, CvType.CV_64F);
  private final Mat reduced = new Mat();
  private final Mat crop = new Mat(SIZE, CvType.CV_8UC3);

  /** Owns the network from now on. */
  FaceMesh(MeshNetwork network) {
    this.network = network;
  }

  /** With the best network whose file is there. */
  static FaceMesh of(FaceModels models) {
    return new FaceMesh(
        bestModel(models) == FaceModel.ATTENTION_MESH
            ? new AttentionMeshNetwork(models)
            : new PlainMeshNetwork(models));
  }

  /** The file that {@link #of} reads. */
  static FaceModel bestModel(FaceModels models) {
    return models.isPresent(FaceModel.ATTENTION_MESH) ? FaceModel.ATTENTION_MESH : FaceModel.MESH;
  }

  LidGaps lidGaps() {
    return network.lidGaps();
  }

  /**
   * The mean of two looks, the second at a region a little beside: where the network puts a point
   * depends on the crop as much as on the face, and half of that averages out.
   */
  Reading read(Mat bgr, Region region) {
    Look one = look(bgr, region);
    double score = network.score();
    Look other = look(bgr, region.beside());
    return new Reading(
        Landmarks.of(mean(one.points(), other.points())),
        one.irises()
            .flatMap(irises -> other.irises().map(others -> mean(irises, others)))
            .map(Landmarks::of)
            .map(points -> new Irises(iris(points, 0), iris(points, IRIS_POINTS))),
        score);
  }

  /** What the network finds in one crop, x and y in the frame. */
  private record Look(float[] points, Optional<float[]> irises) {}

  private Look look(Mat bgr, Region region) {
    cut(bgr, region);
    return new Look(
        region.toFrame(SIDE, network.points(crop)),
        network.irises().map(points -> region.toFrame(SIDE, points)));
  }

  private static float[] mean(float[] one, float[] other) {
    float[] mean = new float[one.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (one[i] + other[i]) / 2;
    }
    return mean;
  }

  /** A large face is reduced first: pixels that a warp skips would make the points jitter. */
  private void cut(Mat bgr, Region region) {
    int factor = (int) Math.min(MAX_REDUCTION, Math.ceil(region.sizePx() / (MAX_STEP * SIDE)));
    if (factor <= 1) {
      warp(bgr, region);
      return;
    }
    Rect around = region.around(factor, bgr.size());
    Mat part = bgr.submat(around);
    Size size = new Size(around.width / (double) factor, around.height / (double) factor);
    Imgproc.resize(part, reduced, size, 0, 0, Imgproc.INTER_AREA);
    part.release();
    warp(reduced, region.within(around, factor));
  }

  private void warp(Mat bgr, Region region) {
    toCrop.put(0, 0, region.toCrop(SIDE));
    Imgproc.warpAffine(bgr, crop, toCrop, SIZE, Imgproc.INTER_LINEAR, Core.BORDER_CONSTANT, BLACK);
  }

  /** From its centre and the points of its edge that follow it. */
  static Iris iris(Landmarks points, int centre) {
    double x = points.x(centre);
    double y = points.y(centre);
    double sum = 0;
    for (int i = centre + 1; i < centre + IRIS_POINTS; i++) {
      sum += Math.hypot(points.x(i) - x, points.y(i) - y);
    }
    return new Iris(x, y, sum / (IRIS_POINTS - 1));
  }

  @Override
  public void close() {
    crop.release();
    reduced.release();
    toCrop.release();
    network.close();
  }
}
