package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.locate.mesh.MeshLocators;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The real attention mesh reads rendered faces as it reads photographs of people. What it reads is
 * not the anatomy itself: its eye corners follow lids and irises a little, on photographs too. The
 * expected values are those of photographs of ten people, two metres from a long lens
 * (docs/results/2026-11-18-source-model.md).
 */
class RenderedAnatomyTest {

  private static final int PEOPLE = 12;
  private static final double DISTANCE_MM = 2000;
  private static final Sensor SENSOR = new Sensor(2, 0.55, 1, Look.COLOUR);

  private record Seen(Gaze gaze, MeshedEyes eyes) {}

  private static List<Seen> seen;

  @BeforeAll
  static void render() {
    OpenCv.load();
    FacesConfig faces = FacesConfig.withModels(RealModels.orSkip().directory());
    CameraIntrinsics lens =
        CameraIntrinsics.calibrated(
            "long-lens", 640, 480, 2600, 2600, 320, 240, List.of(0.0, 0.0, 0.0, 0.0, 0.0));
    seen = new ArrayList<>();
    try (MeshLocators locators = new MeshLocators(faces);
        FaceRenderer renderer = new FaceRenderer(lens, new SplittableRandom(1));
        CameraFrame frame = CameraFrame.of(lens)) {
      for (int person = 1; person <= PEOPLE; person++) {
        renderer.seat(
            RenderedPerson.of(person).withGlasses(false),
            Look.COLOUR,
            Backdrop.ROOM,
            new SplittableRandom(person));
        Light light = SyntheticScene.STUDIO.light().draw(new SplittableRandom(person), Look.COLOUR);
        for (int headYaw = -15; headYaw <= 15; headYaw += 15) {
          HeadPose head =
              new HeadPose(Rotation.about(0, 1, 0, Math.toRadians(headYaw)), 0, 0, DISTANCE_MM);
          for (int pitch = -10; pitch <= 10; pitch += 10) {
            for (int yaw = -15; yaw <= 15; yaw += 15) {
              Gaze gaze = Gaze.ofDegrees(pitch, yaw);
              renderer.render(
                  new Moment(head, head, gaze, DISTANCE_MM, 1, 0.5),
                  light,
                  0.9,
                  SENSOR,
                  frame.bgr());
              seen.add(new Seen(gaze, read(locators, lens, frame)));
            }
          }
        }
      }
    }
  }

  /** Twice: the second time the mesh itself says where the face is, as in a video. */
  private static MeshedEyes read(MeshLocators locators, CameraIntrinsics lens, CameraFrame frame) {
    try (FaceLocator locator = locators.open(lens)) {
      locator.locate(frame);
      List<LocatedFace> found = locator.locate(frame);
      assertThat(found).hasSize(1);
      return MeshedEyes.of(found.get(0));
    }
  }

  @Test
  void irisesLieInTheMiddleOfTheEyes() {
    assertThat(mean(MeshedEyes::irisOutMm)).isCloseTo(0.3, within(0.5));
  }

  @Test
  void irisesTravelAcrossTheEyeWithTheGaze() {
    // Yaw above zero is towards the image's left.
    assertThat(-perDegree(MeshedEyes::irisRightMm, s -> s.gaze().yawRad()))
        .isCloseTo(0.128, within(0.02));
  }

  @Test
  void upperLidsTravelUpAndDownWithTheGaze() {
    assertThat(-perDegree(MeshedEyes::upperLidDownMm, s -> s.gaze().pitchRad()))
        .isCloseTo(0.074, within(0.02));
  }

  @Test
  void headsThatAreLevelAreFoundLevel() {
    assertThat(mean(MeshedEyes::headPitchDeg)).isCloseTo(0, within(3.0));
  }

  private static double mean(ToDoubleFunction<MeshedEyes> what) {
    return seen.stream().mapToDouble(s -> what.applyAsDouble(s.eyes())).average().orElseThrow();
  }

  /**
   * The slope of a straight line. People, head poses and the other angle of the gaze need no line
   * of their own, as each occurs with every value of this angle.
   */
  private static double perDegree(
      ToDoubleFunction<MeshedEyes> what, ToDoubleFunction<Seen> angleRad) {
    double mean = mean(what);
    double both = 0;
    double square = 0;
    for (Seen s : seen) {
      double degrees = Math.toDegrees(angleRad.applyAsDouble(s));
      both += degrees * (what.applyAsDouble(s.eyes()) - mean);
      square += degrees * degrees;
    }
    return both / square;
  }
}
