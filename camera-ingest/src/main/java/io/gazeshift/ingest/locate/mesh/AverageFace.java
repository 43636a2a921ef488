package io.gazeshift.ingest.locate.mesh;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.RigidFace;
import io.gazeshift.ingest.locate.pose.HeadPoseSolver;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.io.IOException;
import java.util.stream.IntStream;

/**
 * The mesh's points on an average face: head axes (x towards the image's right, y down, z into the
 * head), millimetres from the face centre. As in MPIIFaceGaze, that is the mean of the four corners
 * of the eyes and the two of the mouth.
 */
final class AverageFace {

  /** A position in space and one in a texture, of which only the first is of use here. */
  private static final int NUMBERS_PER_POINT = 5;

  private static final int MESH_FIELD = 1;
  private static final int POINTS_FIELD = 3;

  private final double[][] points;

  private AverageFace(double[][] points) {
    this.points = points;
  }

  static AverageFace of(FaceModels models) {
    try {
      return parse(models.read(FaceModel.AVERAGE_FACE));
    } catch (IOException e) {
      throw new IllegalStateException(
          "cannot parse the average face although its hash is right", e);
    }
  }

  /** Takes points in head axes from any origin. */
  static AverageFace of(double[]... pointsMm) {
    double[] centre = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      int a = axis;
      centre[axis] = MeshPoints.aroundCentre().mapToDouble(i -> pointsMm[i][a]).average().orElse(0);
    }
    double[][] centred = new double[pointsMm.length][3];
    for (int i = 0; i < centred.length; i++) {
      for (int axis = 0; axis < 3; axis++) {
        centred[i][axis] = pointsMm[i][axis] - centre[axis];
      }
    }
    return new AverageFace(centred);
  }

  /** MediaPipe's geometry metadata: centimetres, y up, z out of the face. */
  private static AverageFace parse(byte[] metadata) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(metadata);
    skipTo(in, MESH_FIELD);
    int outer = in.pushLimit(in.readRawVarint32());
    double[] numbers = new double[MeshPoints.COUNT * NUMBERS_PER_POINT];
    for (int i = 0; i < numbers.length; i++) {
      skipTo(in, POINTS_FIELD);
      numbers[i] = in.readFloat();
    }
    in.popLimit(outer);
    return of(
        IntStream.range(0, MeshPoints.COUNT)
            .map(i -> i * NUMBERS_PER_POINT)
            .mapToObj(
                at -> new double[] {10 * numbers[at], -10 * numbers[at + 1], -10 * numbers[at + 2]})
            .toArray(double[][]::new));
  }

  private static void skipTo(CodedInputStream in, int field) throws IOException {
    int tag = in.readTag();
    while (WireFormat.getTagFieldNumber(tag) != field) {
      if (tag == 0 || !in.skipField(tag)) {
        throw new IOException("field %d is missing".formatted(field));
      }
      tag = in.readTag();
    }
  }

  /** What finds a head by the rigid ones of the mesh's points; the caller closes it. */
  HeadPoseSolver solver(CameraIntrinsics camera) {
    int[] rigid = MeshPoints.rigid().toArray();
    return new HeadPoseSolver(
        camera, rigid, IntStream.of(rigid).mapToObj(i -> points[i]).toArray(double[][]::new));
  }

  /** The same points, for those who do not know the mesh. */
  RigidFace rigid() {
    return new RigidFace(at(MeshPoints.eyeCorners()), at(MeshPoints.skull()));
  }

  private double[][] at(IntStream which) {
    return which.mapToObj(i -> points[i].clone()).toArray(double[][]::new);
  }

  double x(int point) {
    return points[point][0];
  }

  double y(int point) {
    return points[point][1];
  }

  double z(int point) {
    return points[point][2];
  }
}
