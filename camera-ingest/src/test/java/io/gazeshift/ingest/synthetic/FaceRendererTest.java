package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.Point;
import org.opencv.imgproc.Imgproc;

/** Pins the signs and the geometry of the gaze on rendered pixels. */
class FaceRendererTest {

  private static final HeadPose FRONTAL = new HeadPose(Rotation.IDENTITY, 0, 0, 600);
  private static final double EYE_X_MM = 32;
  private static final double PUPIL_MM = 3;

  /** Pupils are darker than anything near them, lashes included. */
  private static final int PUPIL_LEVEL = 30;

  private static final Person PERSON =
      new Person(
          new Colour(130, 165, 215),
          new Colour(30, 45, 70),
          new Colour(140, 115, 80),
          EYE_X_MM,
          1,
          4,
          PUPIL_MM,
          0.3);

  private FaceRenderer renderer;
  private Normaliser normaliser;
  private Mat frame;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @BeforeEach
  void open() {
    SyntheticScene studio = SyntheticScene.STUDIO;
    SyntheticScene noiseless =
        new SyntheticScene(
            "noiseless",
            studio.intrinsics(),
            studio.pitchDeg(),
            studio.yawDeg(),
            studio.light(),
            0);
    renderer = new FaceRenderer(noiseless, PERSON, new SplittableRandom(1));
    normaliser = new Normaliser(noiseless.intrinsics(), VirtualCamera.STANDARD);
    frame = new Mat(480, 640, CvType.CV_8UC3);
  }

  @AfterEach
  void close() {
    renderer.close();
    normaliser.close();
    frame.release();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void yawAboveZeroMovesThePupilToTheImagesLeft(int side) {
    double left = pupil(FRONTAL, Gaze.ofDegrees(0, 15), side)[0];
    double middle = pupil(FRONTAL, Gaze.INTO_CAMERA, side)[0];
    double right = pupil(FRONTAL, Gaze.ofDegrees(0, -15), side)[0];

    assertThat(left).isLessThan(middle - 3);
    assertThat(right).isGreaterThan(middle + 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void pitchAboveZeroMovesThePupilUp(int side) {
    double up = pupil(FRONTAL, Gaze.ofDegrees(12, 0), side)[1];
    double middle = pupil(FRONTAL, Gaze.INTO_CAMERA, side)[1];
    double down = pupil(FRONTAL, Gaze.ofDegrees(-12, 0), side)[1];

    assertThat(up).isLessThan(middle - 2.5);
    assertThat(down).isGreaterThan(middle + 2.5);
  }

  static Stream<Arguments> looks() {
    Random random = new Random(11);
    return Stream.generate(
            () ->
                Arguments.of(
                    new HeadPose(
                        Rotation.about(
                            random.nextGaussian(),
                            random.nextGaussian(),
                            random.nextGaussian(),
                            random.nextDouble(0.12)),
                        random.nextDouble(-40, 40),
                        random.nextDouble(-25, 25),
                        random.nextDouble(560, 640)),
                    Gaze.ofDegrees(random.nextDouble(-8, 8), random.nextDouble(-22, 22))))
        .limit(25);
  }

  @ParameterizedTest
  @MethodSource("looks")
  void thePupilIsWhereATurnedEyeballPutsIt(HeadPose pose, Gaze gaze) {
    for (int side = -1; side <= 1; side += 2) {
      double[] expected = expectedPupil(pose, gaze, side);

      double[] seen = pupil(pose, gaze, side);

      assertThat(seen[0]).isCloseTo(expected[0], within(0.7));
      assertThat(seen[1]).isCloseTo(expected[1], within(0.7));
    }
  }

  @Test
  void aClosedEyeShowsNoPupil() {
    Mat patch = patch(FRONTAL, Gaze.INTO_CAMERA, 0);

    assertThat(darkMiddle(patch, 112 + 1.6 * EYE_X_MM, 112 + 1.6 * FaceSurface.EYE_Y_MM)).isNull();
  }

  @Test
  void lessLightIsADarkerPicture() {
    renderer.render(new SyntheticTruth(0, FRONTAL, Gaze.INTO_CAMERA, 1, 1), frame);
    double bright = Core.mean(frame).val[1];
    renderer.render(new SyntheticTruth(0, FRONTAL, Gaze.INTO_CAMERA, 1, 0.4), frame);

    assertThat(Core.mean(frame).val[1]).isCloseTo(0.4 * bright, within(2.0));
  }

  @Test
  void aHeadHalfOutOfTheFrameIsStillDrawn() {
    HeadPose edge = new HeadPose(Rotation.IDENTITY, 260, 200, 600);
    HeadPose outside = new HeadPose(Rotation.IDENTITY, -900, 0, 600);

    renderer.render(new SyntheticTruth(0, edge, Gaze.INTO_CAMERA, 1, 1), frame);
    renderer.render(new SyntheticTruth(1, outside, Gaze.INTO_CAMERA, 1, 1), frame);

    assertThat(Core.mean(frame).val[0]).isPositive();
  }

  /** Where the pupil of an eye (-1 the image's left one) is in the patch, found by its darkness. */
  private double[] pupil(HeadPose pose, Gaze gaze, int side) {
    Mat patch = patch(pose, gaze, 1);
    double[] eye = inPatch(pose, pose.toCamera(side * EYE_X_MM, FaceSurface.EYE_Y_MM, 0));
    double[] seen = darkMiddle(patch, eye[0], eye[1]);
    assertThat(seen).as("pupil %d of %s", side, gaze).isNotNull();
    return seen;
  }

  private Mat patch(HeadPose pose, Gaze gaze, double openness) {
    renderer.render(new SyntheticTruth(0, pose, gaze, openness, 1), frame);
    return normaliser.normalise(frame, pose).patch();
  }

  /** The middle of the circle about all dark pixels: the lamp's reflection leaves it alone. */
  private static double[] darkMiddle(Mat patch, double aroundX, double aroundY) {
    List<Point> dark = new ArrayList<>();
    byte[] bgr = new byte[3];
    for (int y = (int) aroundY - 14; y <= aroundY + 14; y++) {
      for (int x = (int) aroundX - 22; x <= aroundX + 22; x++) {
        patch.get(y, x, bgr);
        if (Math.max(bgr[0] & 255, Math.max(bgr[1] & 255, bgr[2] & 255)) <= PUPIL_LEVEL) {
          dark.add(new Point(x, y));
        }
      }
    }
    if (dark.isEmpty()) {
      return null;
    }
    Point middle = new Point();
    Imgproc.minEnclosingCircle(new MatOfPoint2f(dark.toArray(Point[]::new)), middle, new float[1]);
    return new double[] {middle.x, middle.y};
  }

  private static double[] expectedPupil(HeadPose pose, Gaze gaze, int side) {
    double[] ball = pose.toCamera(side * EYE_X_MM, FaceSurface.EYE_Y_MM, 10);
    double[] direction = gaze.vector();
    double towards = Math.sqrt(12 * 12 - PUPIL_MM * PUPIL_MM);
    for (int axis = 0; axis < 3; axis++) {
      ball[axis] += towards * direction[axis];
    }
    return inPatch(pose, ball);
  }

  private static double[] inPatch(HeadPose pose, double[] cameraMm) {
    double[] seen = Normaliser.cameraToVirtual(pose).apply(cameraMm);
    double depth = seen[2] * 600 / pose.distanceMm();
    return new double[] {960 * seen[0] / depth + 112, 960 * seen[1] / depth + 112};
  }
}
