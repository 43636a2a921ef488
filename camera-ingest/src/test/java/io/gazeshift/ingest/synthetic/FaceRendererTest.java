package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
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

  /** Pupils are darker than anything near them but lashes, which the eyes are opened wide for. */
  private static final int PUPIL_LEVEL = 50;

  private static final Light LIGHT =
      new Light(List.of(Lamp.at(40, 50, Colour.grey(0.6), 3)), Colour.grey(0.5), Colour.grey(0.4));
  private static final Sensor SENSOR = new Sensor(0, 0.3, 1, Look.COLOUR);
  private static final RenderedPerson PERSON = lightEyed();
  private static final double[][] EYES = {HeadMesh.eyeOf(PERSON, -1), HeadMesh.eyeOf(PERSON, 1)};

  private FaceRenderer renderer;
  private Normaliser normaliser;
  private Mat frame;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @BeforeEach
  void open() {
    CameraIntrinsics lens = SyntheticScene.STUDIO.intrinsics();
    renderer = new FaceRenderer(lens, new SplittableRandom(1));
    renderer.seat(PERSON, Look.COLOUR, Backdrop.ROOM, new SplittableRandom(2));
    normaliser = new Normaliser(lens, VirtualCamera.STANDARD);
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
    for (int side = -1; side <= 1; side += 2) {
      double[] eye = inPatch(FRONTAL, FRONTAL.toCamera(EYES[(side + 1) / 2]));
      Mat patch = patch(FRONTAL, Gaze.INTO_CAMERA, 1);
      double open = whites(patch, eye);
      patch = patch(FRONTAL, Gaze.INTO_CAMERA, 0);

      assertThat(open).isGreaterThan(60);
      assertThat(whites(patch, eye)).isLessThan(0.1 * open);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void farToTheSideTheCornerHidesThePupil(int side) {
    // Outwards for this eye, against a head that stays.
    Gaze aside = Gaze.ofDegrees(0, -side * 75);

    assertThat(darkMiddle(patch(FRONTAL, aside, 1), eyeInPatch(side), 8)).isNull();
  }

  @Test
  void theUpperLidComesDownWithTheGaze() {
    Lids lids = new Lids(PERSON.eyes());
    lids.set(0, 1);
    double level = lids.upper(0);
    double bottom = lids.lower(0);
    lids.set(-0.4, 1);

    assertThat(lids.upper(0)).isGreaterThan(level + 2.5);
    assertThat(lids.lower(0)).isGreaterThan(bottom + 1);
    lids.set(-0.4, 0);
    assertThat(lids.upper(0)).isEqualTo(lids.lower(0));
  }

  @Test
  void lessLightIsADarkerPicture() {
    Moment moment = Moment.of(FRONTAL, Gaze.INTO_CAMERA, 1);
    renderer.render(moment, LIGHT, 1, SENSOR, frame);
    double bright = Core.mean(frame).val[1];
    renderer.render(moment, LIGHT, 0.25, SENSOR, frame);

    // Levels are energy to the power of 1 / 2.2.
    assertThat(Core.mean(frame).val[1]).isCloseTo(0.533 * bright, within(2.0));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void theSideTowardsTheLampIsTheBrighterOne(int side) {
    Light aside =
        new Light(
            List.of(Lamp.at(side * 65, 10, Colour.grey(0.8), 5)),
            Colour.grey(0.2),
            Colour.grey(0.2));
    renderer.render(Moment.of(FRONTAL, Gaze.INTO_CAMERA, 1), aside, 1, SENSOR, frame);
    Mat patch = normaliser.normalise(frame, FRONTAL).patch();

    double left = Core.mean(patch.submat(130, 150, 50, 80)).val[1];
    double right = Core.mean(patch.submat(130, 150, 144, 174)).val[1];
    assertThat(side * (right - left)).isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(
      value = Look.class,
      names = {"GRAY", "IR"})
  void aSensorWithoutColoursSeesNone(Look look) {
    renderer.seat(PERSON, look, Backdrop.CABIN, new SplittableRandom(2));
    Light grey = SyntheticScene.VEHICLE.light().draw(new SplittableRandom(1), look);
    renderer.render(
        Moment.of(FRONTAL, Gaze.INTO_CAMERA, 1), grey, 1, new Sensor(5, 0.5, 1, look), frame);

    Mat blue = new Mat();
    Mat red = new Mat();
    Core.extractChannel(frame, blue, 0);
    Core.extractChannel(frame, red, 2);
    assertThat(Core.norm(blue, red, Core.NORM_INF)).isZero();
  }

  @Test
  void aHeadHalfOutOfTheFrameIsStillDrawn() {
    HeadPose edge = new HeadPose(Rotation.IDENTITY, 260, 200, 600);
    HeadPose outside = new HeadPose(Rotation.IDENTITY, -900, 0, 600);

    renderer.render(Moment.of(edge, Gaze.INTO_CAMERA, 1), LIGHT, 1, SENSOR, frame);
    renderer.render(Moment.of(outside, Gaze.INTO_CAMERA, 1), LIGHT, 1, SENSOR, frame);

    assertThat(Core.mean(frame).val[0]).isPositive();
  }

  @Test
  void everyNumberIsAnotherPersonAndAlwaysTheSame() {
    Set<RenderedPerson> people = new HashSet<>();
    for (long identity = 0; identity < 200; identity++) {
      assertThat(RenderedPerson.of(identity)).isEqualTo(RenderedPerson.of(identity));
      people.add(RenderedPerson.of(identity));
    }
    assertThat(people).hasSize(200);
    assertThat(people.stream().filter(RenderedPerson::glasses)).hasSizeBetween(30, 90);
  }

  private static RenderedPerson lightEyed() {
    RenderedPerson any = RenderedPerson.of(3);
    RenderedPerson.Paint paint =
        new RenderedPerson.Paint(
            Colour.ofScreen(224, 178, 150),
            Colour.ofScreen(150, 118, 78),
            Colour.ofScreen(150, 170, 180),
            any.paint().shirt());
    RenderedPerson.Eyes eyes = new RenderedPerson.Eyes(32, 15, 7, 7, 0, 3, 6, 2.5, 5, 1, -1);
    return new RenderedPerson(3, paint, any.build(), eyes, RenderedPerson.Hair.SHORT, false);
  }

  /** Where the pupil of an eye (-1 the image's left one) is in the patch, found by its darkness. */
  private double[] pupil(HeadPose pose, Gaze gaze, int side) {
    Mat patch = patch(pose, gaze, 1);
    double[] seen = darkMiddle(patch, expectedPupil(pose, gaze, side), 10);
    assertThat(seen).as("pupil %d of %s", side, gaze).isNotNull();
    return seen;
  }

  private Mat patch(HeadPose pose, Gaze gaze, double openness) {
    renderer.render(Moment.of(pose, gaze, openness), LIGHT, 1, SENSOR, frame);
    return normaliser.normalise(frame, pose).patch();
  }

  private static double[] eyeInPatch(int side) {
    return inPatch(FRONTAL, FRONTAL.toCamera(EYES[(side + 1) / 2]));
  }

  /** How many pixels about an eye are as bright and colourless as the white of an eye. */
  private static double whites(Mat patch, double[] eye) {
    int count = 0;
    byte[] bgr = new byte[3];
    for (int y = (int) eye[1] - 12; y <= eye[1] + 12; y++) {
      for (int x = (int) eye[0] - 22; x <= eye[0] + 22; x++) {
        patch.get(y, x, bgr);
        if ((bgr[0] & 255) > 0.8 * (bgr[2] & 255)) {
          count++;
        }
      }
    }
    return count;
  }

  /** The middle of the circle about all dark pixels: the lamp's reflection leaves it alone. */
  private static double[] darkMiddle(Mat patch, double[] around, int reach) {
    List<Point> dark = new ArrayList<>();
    byte[] bgr = new byte[3];
    for (int y = (int) around[1] - reach; y <= around[1] + reach; y++) {
      for (int x = (int) around[0] - reach; x <= around[0] + reach; x++) {
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

  /** The pupil lies in the plane of the iris, on the axis of the eyeball. */
  private static double[] expectedPupil(HeadPose pose, Gaze gaze, int side) {
    double[] eye = EYES[(side + 1) / 2];
    double[] axis = Sitter.axisOf(PERSON, side, eye, Moment.of(pose, gaze, 1));
    double depth = Math.sqrt(12 * 12 - 6 * 6);
    return inPatch(
        pose,
        pose.toCamera(
            eye[0] + depth * axis[0], eye[1] + depth * axis[1], eye[2] + depth * axis[2]));
  }

  private static double[] inPatch(HeadPose pose, double[] cameraMm) {
    double[] seen = Normaliser.cameraToVirtual(pose).apply(cameraMm);
    double depth = seen[2] * 600 / pose.distanceMm();
    return new double[] {960 * seen[0] / depth + 112, 960 * seen[1] / depth + 112};
  }
}
