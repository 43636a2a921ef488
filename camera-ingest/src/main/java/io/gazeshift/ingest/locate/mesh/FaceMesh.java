package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.tflite.TfliteNet;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/** MediaPipe's face mesh: 468 points of the face in a region. Not thread-safe. */
final class FaceMesh implements AutoCloseable {

  /** The points, and how sure the network is that a face is there, 0 to 1. */
  record Reading(Landmarks landmarks, double score) {}

  private static final int SIDE = 192;
  private static final Size SIZE = new Size(SIDE, SIDE);
  private static final Scalar BLACK = Scalar.all(0);

  private final TfliteNet net;
  private final Mat toCrop = new Mat(2, 3, CvType.CV_64F);
  private final Mat crop = new Mat(SIZE, CvType.CV_8UC3);
  private final float[] points = new float[3 * MeshPoints.COUNT];
  private final float[] logit = new float[1];

  FaceMesh(FaceModels models) {
    this.net =
        new TfliteNet(
            FaceModel.MESH.fileName(),
            models.read(FaceModel.MESH),
            new TfliteNet.Input(SIDE, 0, 1 / 255.0),
            new TfliteNet.Output("conv2d_21", points.length),
            new TfliteNet.Output("conv2d_31", logit.length));
  }

  Reading read(Mat bgr, Region region) {
    toCrop.put(0, 0, region.toCrop(SIDE));
    Imgproc.warpAffine(bgr, crop, toCrop, SIZE, Imgproc.INTER_LINEAR, Core.BORDER_CONSTANT, BLACK);
    net.run(crop, points, logit);
    float[] xy = new float[2 * MeshPoints.COUNT];
    for (int i = 0; i < MeshPoints.COUNT; i++) {
      // The third number of each point, its depth, is too rough to be used.
      double across = points[3 * i] / SIDE - 0.5;
      double down = points[3 * i + 1] / SIDE - 0.5;
      xy[2 * i] = (float) region.frameX(across, down);
      xy[2 * i + 1] = (float) region.frameY(across, down);
    }
    return new Reading(Landmarks.of(xy), 1 / (1 + Math.exp(-logit[0])));
  }

  @Override
  public void close() {
    crop.release();
    toCrop.release();
    net.close();
  }
}
