package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.mesh.EyeOpenness.LidGaps;
import io.gazeshift.ingest.tflite.TfliteNet;
import java.util.Optional;
import org.opencv.core.Mat;

/**
 * MediaPipe's attention mesh: 468 points, then a closer look at either eye, whose points replace
 * those of the mesh, and at the irises. The look at the lips, which tell no gaze, is left out. The
 * file's names are those of the image's sides: its left eye is the person's right one.
 */
final class AttentionMeshNetwork implements MeshNetwork {

  /** On a real video, shut eyes gave 0.01 to 0.08, open ones 0.2 and more, 0.275 in the median. */
  private static final LidGaps LID_GAPS = new LidGaps(0.06, 0.24);

  private static final int IRIS = 10;

  private final TfliteNet net;
  private final float[] mesh = new float[3 * MeshPoints.COUNT];
  private final float[] rightEye = new float[2 * RefinedPoints.RIGHT_EYE.count()];
  private final float[] leftEye = new float[2 * RefinedPoints.LEFT_EYE.count()];
  private final float[] rightIris = new float[IRIS];
  private final float[] leftIris = new float[IRIS];
  private final float[] logit = new float[1];

  AttentionMeshNetwork(FaceModels models) {
    this.net =
        new TfliteNet(
            FaceModel.ATTENTION_MESH.fileName(),
            models.read(FaceModel.ATTENTION_MESH),
            new TfliteNet.Input(SIDE, 0, 1 / 255.0),
            new TfliteNet.Output("output_mesh_identity", mesh.length),
            new TfliteNet.Output("output_left_eye", rightEye.length),
            new TfliteNet.Output("output_right_eye", leftEye.length),
            new TfliteNet.Output("output_left_iris", rightIris.length),
            new TfliteNet.Output("output_right_iris", leftIris.length),
            new TfliteNet.Output("conv_faceflag", logit.length));
  }

  @Override
  public float[] points(Mat crop) {
    net.run(crop, mesh, rightEye, leftEye, rightIris, leftIris, logit);
    float[] points = MeshPoints.withoutDepth(mesh);
    RefinedPoints.RIGHT_EYE.replace(points, rightEye);
    RefinedPoints.LEFT_EYE.replace(points, leftEye);
    return points;
  }

  @Override
  public Optional<float[]> irises() {
    float[] both = new float[2 * IRIS];
    System.arraycopy(rightIris, 0, both, 0, IRIS);
    System.arraycopy(leftIris, 0, both, IRIS, IRIS);
    return Optional.of(both);
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
