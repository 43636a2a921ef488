package io.gazeshift.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.GazeLandmarks;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.Irises;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceLandmarks;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LandmarkProjectionTest {

  private static final CameraIntrinsics CAMERA = CameraIntrinsics.assumed(1280, 720, 60);

  @BeforeAll
  static void loadOpenCv() {
    OpenCv.load();
  }

  /** Wherever the head is: points of its own plane come back in millimetres, level and upright. */
  @RepeatedTest(20)
  void pointsOfAFrontalPlaneComeBackInMillimetres(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    HeadPose position =
        new HeadPose(
            Rotation.IDENTITY,
            random.nextDouble(-150, 150),
            random.nextDouble(-80, 80),
            random.nextDouble(400, 900));
    // A head that faces the camera, rolled by any angle: its plane is the virtual camera's.
    Rotation rolled = Rotation.about(0, 0, 1, random.nextDouble(-0.5, 0.5));
    Rotation toVirtual =
        Normaliser.cameraToVirtual(
            new HeadPose(rolled, position.xMm(), position.yMm(), position.zMm()));
    float[] mm = new float[2 * GazeLandmarks.COUNT];
    float[] seen = new float[mm.length];
    for (int i = 0; i < GazeLandmarks.COUNT; i++) {
      mm[2 * i] = (float) random.nextDouble(-60, 60);
      mm[2 * i + 1] = (float) random.nextDouble(-80, 80);
      double[] pixel = pixel(toVirtual, position, mm[2 * i], mm[2 * i + 1]);
      seen[2 * i] = (float) pixel[0];
      seen[2 * i + 1] = (float) pixel[1];
    }
    double[] iris = pixel(toVirtual, position, 31, -20);
    double[] edge = pixel(toVirtual, position, 31 + 5.85, -20);
    double radiusPx = Math.hypot(edge[0] - iris[0], edge[1] - iris[1]);
    Irises irises =
        new Irises(new Iris(iris[0], iris[1], radiusPx), new Iris(iris[0], iris[1], radiusPx));

    FaceLandmarks landmarks =
        project(new GazeLandmarks(Landmarks.of(seen), irises), toVirtual, position.distanceMm());

    for (int i = 0; i < 32; i++) {
      assertThat(landmarks.getRight().getLids(i)).isCloseTo(mm[i], within(0.01f));
      assertThat(landmarks.getLeft().getLids(i)).isCloseTo(mm[32 + i], within(0.01f));
    }
    for (int i = 0; i < landmarks.getSkullCount(); i++) {
      assertThat(landmarks.getSkull(i)).isCloseTo(mm[64 + i], within(0.01f));
    }
    assertThat(landmarks.getLeft().getIrisX()).isCloseTo(31, within(0.01f));
    assertThat(landmarks.getLeft().getIrisY()).isCloseTo(-20, within(0.01f));
    assertThat(landmarks.getLeft().getIrisRadius()).isCloseTo(5.85f, within(0.15f));
  }

  @Test
  void aLensIsUndoneLikeForThePatch() {
    CameraIntrinsics bent =
        CameraIntrinsics.calibrated(
            "bent",
            1280,
            720,
            CAMERA.fx(),
            CAMERA.fy(),
            CAMERA.cx(),
            CAMERA.cy(),
            List.of(0.2, -0.1, 0.0, 0.0, 0.0));
    GazeLandmarks face = allAt(900, 200);
    Rotation toVirtual = Normaliser.cameraToVirtual(new HeadPose(Rotation.IDENTITY, 0, 0, 600));

    FaceLandmarks straight = project(face, toVirtual, 600);
    try (LandmarkProjection projection = new LandmarkProjection(bent)) {
      FaceLandmarks undone = projection.project(face, toVirtual, 600).orElseThrow();
      // This lens shows points too far out.
      assertThat(undone.getSkull(0)).isPositive().isLessThan(straight.getSkull(0));
      assertThat(undone.getSkull(1)).isNegative().isGreaterThan(straight.getSkull(1));
    }
  }

  @Test
  void aPointThatTheVirtualCameraCannotSeeLeavesNoLandmarks() {
    Rotation away = Rotation.about(0, 1, 0, Math.PI);

    try (LandmarkProjection projection = new LandmarkProjection(CAMERA)) {
      assertThat(projection.project(allAt(640, 360), away, 600)).isEmpty();
    }
  }

  private static GazeLandmarks allAt(float x, float y) {
    float[] xy = new float[2 * GazeLandmarks.COUNT];
    for (int i = 0; i < xy.length; i += 2) {
      xy[i] = x;
      xy[i + 1] = y;
    }
    Iris iris = new Iris(x, y, 8);
    return new GazeLandmarks(Landmarks.of(xy), new Irises(iris, iris));
  }

  private static FaceLandmarks project(GazeLandmarks face, Rotation toVirtual, double distanceMm) {
    try (LandmarkProjection projection = new LandmarkProjection(CAMERA)) {
      return projection.project(face, toVirtual, distanceMm).orElseThrow();
    }
  }

  /** Where the camera shows a point of the plane through the face centre. */
  private static double[] pixel(Rotation toVirtual, HeadPose at, double xMm, double yMm) {
    double[] inCamera = toVirtual.inverse().apply(new double[] {xMm, yMm, at.distanceMm()});
    return new double[] {
      CAMERA.fx() * inCamera[0] / inCamera[2] + CAMERA.cx(),
      CAMERA.fy() * inCamera[1] / inCamera[2] + CAMERA.cy()
    };
  }
}
