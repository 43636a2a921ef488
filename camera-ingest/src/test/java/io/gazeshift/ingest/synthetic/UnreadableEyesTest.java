package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.locate.mesh.MeshLocators;
import io.gazeshift.ingest.normalise.LandmarkProjection;
import io.gazeshift.ingest.normalise.NormalisedFace;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.QualityMeter;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceQuality;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/** Eyes that are not to be seen have a low quality, through the real mesh, which finds them. */
class UnreadableEyesTest {

  private static final double DISTANCE_MM = 2000;
  private static final Sensor SENSOR = new Sensor(2, 0.55, 1, Look.COLOUR);
  private static final CameraIntrinsics LENS =
      CameraIntrinsics.calibrated(
          "long-lens", 640, 480, 2600, 2600, 320, 240, List.of(0.0, 0.0, 0.0, 0.0, 0.0));

  private MeshLocators locators;
  private FaceLocator locator;
  private FaceRenderer renderer;
  private CameraFrame frame;
  private Normaliser normaliser;
  private QualityMeter meter;
  private LandmarkProjection projection;

  @BeforeEach
  void open() {
    OpenCv.load();
    locators = new MeshLocators(FacesConfig.withModels(RealModels.orSkip().directory()));
    locator = locators.open(LENS);
    renderer = new FaceRenderer(LENS, new SplittableRandom(1));
    frame = CameraFrame.of(LENS);
    normaliser = new Normaliser(LENS, VirtualCamera.STANDARD);
    meter = new QualityMeter(VirtualCamera.STANDARD);
    projection = new LandmarkProjection(LENS);
  }

  @AfterEach
  void close() {
    if (projection == null) {
      return;
    }
    projection.close();
    meter.close();
    normaliser.close();
    frame.close();
    renderer.close();
    locator.close();
    locators.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void darkGlassesHideIrisesThatTheMeshFindsAllTheSame(int person) {
    render(person, 0);
    LocatedFace bare = locator.locate(frame).get(0);
    assertThat(quality(bare).getIrises()).isGreaterThan(0.8f);

    wearGlasses(bare);
    for (LocatedFace face : locator.locate(frame)) {
      assertThat(quality(face).getIrises()).isLessThan(0.1f);
      assertThat(quality(face).getOverall()).isLessThan(0.1f);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-75, -65, 65, 75})
  void aProfileIsNotFoundOrIsDoubted(int headYawDeg) {
    render(1, headYawDeg);
    for (LocatedFace face : locator.locate(frame)) {
      assertThat(quality(face).getOverall()).isLessThan(0.5f);
    }
  }

  private void render(int person, double headYawDeg) {
    renderer.seat(
        RenderedPerson.of(person).withGlasses(false),
        Look.COLOUR,
        Backdrop.ROOM,
        new SplittableRandom(person));
    Light light = SyntheticScene.STUDIO.light().draw(new SplittableRandom(person), Look.COLOUR);
    HeadPose head =
        new HeadPose(Rotation.about(0, 1, 0, Math.toRadians(headYawDeg)), 0, 0, DISTANCE_MM);
    renderer.render(
        new Moment(head, head, Gaze.ofDegrees(0, -headYawDeg), DISTANCE_MM, 1, 0.5),
        light,
        0.9,
        SENSOR,
        frame.bgr());
  }

  private void wearGlasses(LocatedFace face) {
    var irises = face.gazeLandmarks().orElseThrow().irises();
    double apart = irises.left().x() - irises.right().x();
    for (Iris eye : List.of(irises.right(), irises.left())) {
      Imgproc.ellipse(
          frame.bgr(),
          new Point(eye.x(), eye.y()),
          new Size(0.42 * apart, 0.32 * apart),
          0,
          0,
          360,
          new Scalar(20, 18, 18),
          Imgproc.FILLED);
    }
  }

  private FaceQuality quality(LocatedFace face) {
    NormalisedFace normalised = normaliser.normalise(frame.bgr(), face.pose());
    return meter.measure(
        normalised,
        face,
        face.gazeLandmarks()
            .flatMap(
                points ->
                    projection.project(
                        points, normalised.cameraToVirtual(), face.pose().distanceMm())));
  }
}
