package io.gazeshift.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Point;
import org.opencv.core.Point3;
import org.opencv.core.Scalar;
import org.opencv.imgproc.Imgproc;
import org.opencv.imgproc.Moments;

class NormaliserTest {

  private static final VirtualCamera VIRTUAL = VirtualCamera.STANDARD;
  private static final CameraIntrinsics PINHOLE = CameraIntrinsics.pinhole("p", 640, 480, 700);
  private static final CameraIntrinsics BARREL =
      CameraIntrinsics.calibrated(
          "b", 640, 480, 700, 690, 310, 250, List.of(-0.25, 0.08, 0.001, -0.002, 0.01));

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  static Stream<HeadPose> poses() {
    Random random = new Random(7);
    return Stream.generate(
            () ->
                new HeadPose(
                    Rotation.about(
                        random.nextGaussian(),
                        random.nextGaussian(),
                        random.nextGaussian(),
                        random.nextDouble(-0.6, 0.6)),
                    random.nextDouble(-100, 100),
                    random.nextDouble(-70, 70),
                    random.nextDouble(450, 900)))
        .limit(20);
  }

  @ParameterizedTest
  @MethodSource("poses")
  void theRotationIsOneAndLooksAtTheFaceCentre(HeadPose pose) {
    Rotation rotation = Normaliser.cameraToVirtual(pose);

    // Rejects what is no rotation.
    Rotation.ofRows(rotation.rows());
    double[] centre = rotation.apply(pose.faceCentreMm());
    assertThat(centre[0]).isCloseTo(0, within(1e-9));
    assertThat(centre[1]).isCloseTo(0, within(1e-9));
    assertThat(centre[2]).isCloseTo(pose.distanceMm(), within(1e-9));
  }

  @ParameterizedTest
  @MethodSource("poses")
  void rollIsCancelled(HeadPose pose) {
    double[] headX = pose.headToCamera().apply(new double[] {1, 0, 0});

    double[] seen = Normaliser.cameraToVirtual(pose).apply(headX);

    assertThat(seen[1]).isCloseTo(0, within(1e-12));
    assertThat(seen[0]).isPositive();
  }

  @ParameterizedTest
  @MethodSource("poses")
  void aGazeComesBackFromNormalisedAxesUnchanged(HeadPose pose) {
    Rotation rotation = Normaliser.cameraToVirtual(pose);
    Gaze gaze = Gaze.ofDegrees(-17, 31);

    Gaze back = gaze.rotatedBy(rotation).rotatedBy(rotation.inverse());

    assertThat(back.angleToRad(gaze)).isCloseTo(0, within(1e-12));
  }

  @ParameterizedTest
  @MethodSource("poses")
  void aGazeFromTheFaceCentreIntoTheCameraIsZero(HeadPose pose) {
    Gaze intoCamera = Gaze.along(-pose.xMm(), -pose.yMm(), -pose.zMm());

    Gaze normalised = intoCamera.rotatedBy(Normaliser.cameraToVirtual(pose));

    assertThat(normalised.angleToRad(Gaze.INTO_CAMERA)).isCloseTo(0, within(1e-12));
  }

  @Test
  void aFrontalHeadOnTheAxisKeepsItsGaze() {
    Rotation rotation = Normaliser.cameraToVirtual(new HeadPose(Rotation.IDENTITY, 0, 0, 600));

    assertThat(rotation).isEqualTo(Rotation.IDENTITY);
    assertThat(Gaze.INTO_CAMERA.rotatedBy(rotation).angleToRad(Gaze.INTO_CAMERA)).isZero();
  }

  @ParameterizedTest
  @MethodSource("poses")
  void theFaceCentreFallsOntoThePatchCentreThroughADistortedLens(HeadPose pose) {
    Mat image = Mat.zeros(480, 640, CvType.CV_8UC3);
    Point centre = project(BARREL, pose.faceCentreMm());
    Imgproc.circle(
        image,
        new Point(Math.round(centre.x * 16), Math.round(centre.y * 16)),
        4 * 16,
        new Scalar(255, 255, 255),
        -1,
        Imgproc.LINE_AA,
        4);

    try (Normaliser normaliser = new Normaliser(BARREL, VIRTUAL)) {
      Point seen = centroid(normaliser.normalise(image, pose).patch());
      assertThat(seen.x).isCloseTo(112, within(0.3));
      assertThat(seen.y).isCloseTo(112, within(0.3));
    }
    image.release();
  }

  @Test
  void aFaceTwiceAsFarIsShownAtTheSameSize() {
    double near = dotDistancePx(new HeadPose(Rotation.IDENTITY, 0, 0, 500));
    double far = dotDistancePx(new HeadPose(Rotation.IDENTITY, 0, 0, 1000));

    // 30 mm at 600 mm and a focal length of 960.
    assertThat(near).isCloseTo(48, within(0.5));
    assertThat(far).isCloseTo(48, within(0.5));
  }

  @Test
  void theEnlargementIsToldWhateverTheLens() {
    HeadPose pose = new HeadPose(Rotation.IDENTITY, 0, 0, 500);
    CameraIntrinsics fisheye = fisheye(0.0, 0.0, 0.0, 0.0);

    // A millimetre is 960 / 600 pixels of the patch, and 700 / 500 or 300 / 500 of the frame.
    assertThat(normalised(PINHOLE, pose).enlargement()).isCloseTo(1.6 / 1.4, within(0.01));
    assertThat(normalised(fisheye, pose).enlargement()).isCloseTo(1.6 / 0.6, within(0.01));
  }

  @Test
  void aFaceThatTheFrameCutsThroughIsOnlyInPartInside() {
    double left = -500 * 320.0 / 700;

    assertThat(normalised(PINHOLE, new HeadPose(Rotation.IDENTITY, 0, 0, 500)).insideFrame())
        .isEqualTo(1);
    assertThat(normalised(PINHOLE, new HeadPose(Rotation.IDENTITY, left, 0, 500)).insideFrame())
        .isCloseTo(0.5, within(0.07));
    assertThat(normalised(PINHOLE, new HeadPose(Rotation.IDENTITY, 4 * left, 0, 500)).insideFrame())
        .isZero();
  }

  @Test
  void whatLiesBehindAFisheyeStaysBlack() {
    Mat white = new Mat(480, 640, CvType.CV_8UC3, new Scalar(255, 255, 255));
    // Off the axis by 89 degrees: half of the patch looks backwards.
    double angle = Math.toRadians(89);
    HeadPose pose =
        new HeadPose(
            Rotation.about(0, 1, 0, angle), 500 * Math.sin(angle), 0, 500 * Math.cos(angle));

    try (Normaliser normaliser = new Normaliser(fisheye(0.0, 0.0, 0.0, 0.0), VIRTUAL)) {
      NormalisedFace face = normaliser.normalise(white, pose);
      assertThat(face.patch().get(112, 200)).containsExactly(0, 0, 0);
      assertThat(face.insideFrame()).isLessThan(0.7);
    }
    white.release();
  }

  @Test
  void noBufferIsMadeForAFace() {
    Mat image = Mat.zeros(480, 640, CvType.CV_8UC3);
    try (Normaliser normaliser = new Normaliser(BARREL, VIRTUAL)) {
      HeadPose pose = new HeadPose(Rotation.IDENTITY, 10, 20, 500);
      Mat first = normaliser.normalise(image, pose).patch();
      long pixels = first.dataAddr();

      Mat second = normaliser.normalise(image, pose).patch();

      assertThat(second).isSameAs(first);
      assertThat(second.dataAddr()).isEqualTo(pixels);
    }
    image.release();
  }

  @Test
  void aFaceBehindTheCameraIsRejected() {
    assertThatThrownBy(
            () -> Normaliser.cameraToVirtual(new HeadPose(Rotation.IDENTITY, 0, 0, -600)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-600");
  }

  private static CameraIntrinsics fisheye(Double... k) {
    return new CameraIntrinsics("f", 640, 480, 300, 300, 320, 240, Lens.FISHEYE, List.of(k), false);
  }

  /** The patch of the answer is gone; the rest stays. */
  private static NormalisedFace normalised(CameraIntrinsics lens, HeadPose pose) {
    Mat image = Mat.zeros(480, 640, CvType.CV_8UC3);
    try (Normaliser normaliser = new Normaliser(lens, VIRTUAL)) {
      return normaliser.normalise(image, pose);
    } finally {
      image.release();
    }
  }

  /** How far right of the patch centre a dot 30 mm right of the face centre appears. */
  private static double dotDistancePx(HeadPose pose) {
    Mat image = Mat.zeros(480, 640, CvType.CV_8UC3);
    Imgproc.circle(
        image, project(PINHOLE, pose.toCamera(30, 0, 0)), 3, new Scalar(255, 255, 255), -1);
    try (Normaliser normaliser = new Normaliser(PINHOLE, VIRTUAL)) {
      return centroid(normaliser.normalise(image, pose).patch()).x - 112;
    } finally {
      image.release();
    }
  }

  private static Mat matrix(CameraIntrinsics lens) {
    Mat k = new Mat(3, 3, CvType.CV_64F);
    k.put(0, 0, lens.fx(), 0, lens.cx(), 0, lens.fy(), lens.cy(), 0, 0, 1);
    return k;
  }

  private static Point project(CameraIntrinsics lens, double[] xyz) {
    MatOfDouble distortion = new MatOfDouble();
    distortion.fromList(lens.distortion());
    MatOfPoint2f projected = new MatOfPoint2f();
    Calib3d.projectPoints(
        new MatOfPoint3f(new Point3(xyz)),
        Mat.zeros(3, 1, CvType.CV_64F),
        Mat.zeros(3, 1, CvType.CV_64F),
        matrix(lens),
        distortion,
        projected);
    return projected.toArray()[0];
  }

  private static Point centroid(Mat bgr) {
    Mat grey = new Mat();
    Imgproc.cvtColor(bgr, grey, Imgproc.COLOR_BGR2GRAY);
    Moments moments = Imgproc.moments(grey);
    grey.release();
    return new Point(moments.m10 / moments.m00, moments.m01 / moments.m00);
  }
}
