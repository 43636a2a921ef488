package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.mesh.EyeOpenness.LidGaps;
import io.gazeshift.ingest.tflite.TfliteNet;
import java.util.Optional;
import org.opencv.core.Mat;

/** MediaPipe's face mesh of 468 points. */
final class PlainMeshNetwork implements MeshNetwork {

  /** It never quite shuts: on a real video, shut eyes gave 0.13 to 0.175, open ones 0.29. */
  private static final LidGaps LID_GAPS = new LidGaps(0.16, 0.28);

  private final TfliteNet net;
  private final float[] mesh = new float[3 * MeshPoints.COUNT];
  private final float[] logit = new float[1];

  PlainMeshNetwork(FaceModels models) {
    this.net =
        new TfliteNet(
            FaceModel.MESH.fileName(),
            models.read(FaceModel.MESH),
            new TfliteNet.Input(SIDE, 0, 1 / 255.0),
            new TfliteNet.Output("conv2d_21", mesh.length),
            new TfliteNet.Output("conv2d_31", logit.length));
  }

  @Override
  public float[] points(Mat crop) {
    net.run(crop, mesh, logit);
    return MeshPoints.withoutDepth(mesh);
  }

  @Override
  public Optional<float[]> irises() {
    return Optional.empty();
  }

  @Override
  public double score() {
    return MeshNetwork.probability(logit[0]);
  }

  @Override
  public LidGaps lidGaps() {
    return LID_GAPS;
  }

  @Override
  public void close() {
    net.close();
  }
}
