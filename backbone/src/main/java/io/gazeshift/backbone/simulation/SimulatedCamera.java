package io.gazeshift.backbone.simulation;

import io.gazeshift.ingest.locate.GazeLandmarks;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.Irises;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.RigidFace;
import io.gazeshift.ingest.locate.pose.HeadPoseSolver;
import io.gazeshift.ingest.locate.pose.PoseFit;
import io.gazeshift.ingest.normalise.LandmarkProjection;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds simulated faces as a real camera's process would: the landmarks in pixels with the mesh's
 * noise, from them the pose, from that the virtual camera. All behind the pixels is the product's
 * own code, so its errors are the product's. Not thread-safe; the caller closes it.
 */
final class SimulatedCamera implements AutoCloseable {

  /**
   * How much the mesh's points tremble when its region is moved by a few percent, in millimetres on
   * the face: each for itself, all lids of an eye together, and the iris. Measured on 54
   * photographs of two people; a property of the mesh more than of the people.
   */
  private static final double POINT_NOISE_MM = 0.15;

  private static final double EYE_NOISE_MM = 0.25;
  private static final double EYE_NOISE_UP_SHARE = 0.65;

  /** As a share of the radius. */
  private static final double IRIS_SIZE_NOISE = 0.02;

  private static final CameraIntrinsics INTRINSICS = CameraIntrinsics.assumed(1280, 720, 60);

  /** Corners of the eyes and points of the skull among those of {@link GazeLandmarks}. */
  private static final int[] RIGID =
      IntStream.concat(
              IntStream.of(
                  LandmarkPoints.OUTER_CORNER,
                  LandmarkPoints.INNER_CORNER,
                  LandmarkPoints.LIDS + LandmarkPoints.INNER_CORNER,
                  LandmarkPoints.LIDS + LandmarkPoints.OUTER_CORNER),
              IntStream.range(2 * LandmarkPoints.LIDS, GazeLandmarks.COUNT))
          .toArray();

  private final HeadPoseSolver solver;
  private final LandmarkProjection projection;

  SimulatedCamera(RigidFace average) {
    OpenCv.load();
    this.solver =
        new HeadPoseSolver(
            INTRINSICS,
            RIGID,
            Stream.of(average.eyeCornersMm(), average.skullMm())
                .flatMap(Stream::of)
                .toArray(double[][]::new));
    this.projection = new LandmarkProjection(INTRINSICS);
  }

  /** Empty where no pose fits the points, as happens to real faces too. */
  Optional<SimulatedFace> see(SimulatedPerson person, SimulatedView view, RandomGenerator random) {
    HeadPose truth = new HeadPose(view.headToCamera(), 0, 0, view.distanceMm());
    Pixels pixels = new Pixels(truth, random);
    Iris right = eye(person, person.right(), view.inHead(), pixels);
    Iris left = eye(person, person.left(), view.inHead(), pixels);
    for (double[] point : person.skullMm()) {
      pixels.add(point);
    }
    Landmarks points = Landmarks.of(pixels.xy);
    Gaze inCamera = view.inCamera();
    return solver
        .solve(points, truth)
        .map(PoseFit::pose)
        .flatMap(pose -> face(new GazeLandmarks(points, new Irises(right, left)), pose, inCamera));
  }

  private static Iris eye(SimulatedPerson person, SimulatedEye eye, Gaze inHead, Pixels pixels) {
    pixels.moveEye();
    for (double[] point : person.lidsMm(eye, inHead)) {
      pixels.add(point);
    }
    pixels.moveEye();
    return pixels.iris(person.irisMm(eye, inHead), eye.irisRadius());
  }

  private Optional<SimulatedFace> face(GazeLandmarks landmarks, HeadPose pose, Gaze inCamera) {
    Rotation cameraToVirtual = Normaliser.cameraToVirtual(pose);
    return projection
        .project(landmarks, cameraToVirtual, pose.distanceMm())
        .map(
            seen ->
                FaceFrame.newBuilder()
                    .setLandmarks(seen)
                    .addAllNormalisationRotation(cameraToVirtual.toList())
                    .setHeadPose(
                        io.gazeshift.protocol.v1.HeadPose.newBuilder()
                            .addAllRotation(pose.headToCamera().toList()))
                    .build())
        .map(face -> new SimulatedFace(face, inCamera.rotatedBy(cameraToVirtual)));
  }

  @Override
  public void close() {
    projection.close();
    solver.close();
  }

  /** The points of one face on the sensor. */
  private static final class Pixels {

    private final HeadPose pose;
    private final RandomGenerator random;
    private final float[] xy = new float[2 * GazeLandmarks.COUNT];
    private int count;
    private double eyeX;
    private double eyeY;

    Pixels(HeadPose pose, RandomGenerator random) {
      this.pose = pose;
      this.random = random;
    }

    /** Draws by how much the next points are off together. */
    void moveEye() {
      eyeX = random.nextGaussian(0, EYE_NOISE_MM);
      eyeY = random.nextGaussian(0, EYE_NOISE_MM * EYE_NOISE_UP_SHARE);
    }

    void add(double[] onHeadMm) {
      boolean isOfSkull = count >= 2 * LandmarkPoints.LIDS;
      double[] p = pose.toCamera(onHeadMm);
      xy[2 * count] = (float) x(p, isOfSkull ? 0 : eyeX);
      xy[2 * count + 1] = (float) y(p, isOfSkull ? 0 : eyeY);
      count++;
    }

    Iris iris(double[] onHeadMm, double radiusMm) {
      double[] p = pose.toCamera(onHeadMm);
      double radius = radiusMm * (1 + random.nextGaussian(0, IRIS_SIZE_NOISE));
      return new Iris(x(p, eyeX), y(p, eyeY), INTRINSICS.fx() * radius / p[2]);
    }

    private double x(double[] p, double offMm) {
      double mm = p[0] + offMm + random.nextGaussian(0, POINT_NOISE_MM);
      return INTRINSICS.fx() * mm / p[2] + INTRINSICS.cx();
    }

    private double y(double[] p, double offMm) {
      double mm = p[1] + offMm + random.nextGaussian(0, POINT_NOISE_MM);
      return INTRINSICS.fy() * mm / p[2] + INTRINSICS.cy();
    }
  }
}
