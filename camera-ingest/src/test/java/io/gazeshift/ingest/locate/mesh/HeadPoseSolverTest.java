package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.pose.HeadPoseSolver;
import io.gazeshift.ingest.locate.pose.PoseFit;
import io.gazeshift.ingest.locate.pose.Undistortion;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import io.gazeshift.protocol.Rotation;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeadPoseSolverTest {

  private static final CameraIntrinsics PERFECT = CameraIntrinsics.pinhole("p", 1280, 720, 1100);
  private static final int HEADS = 100;

  private SampleHead head;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  private SampleHead head() {
    if (head == null) {
      head = new SampleHead(0.3, 0.3);
    }
    return head;
  }

  static Stream<CameraIntrinsics> cameras() {
    return Stream.of(
        PERFECT,
        CameraIntrinsics.calibrated(
            "barrel", 1280, 720, 1050, 1060, 650, 350, List.of(-0.25, 0.08, 0.001, -0.002, 0.0)),
        new CameraIntrinsics(
            "fisheye",
            1280,
            720,
            600,
            605,
            640,
            365,
            Lens.FISHEYE,
            List.of(0.05, -0.01, 0.003, -0.001),
            false));
  }

  @ParameterizedTest
  @MethodSource("cameras")
  void findsTheHeadThroughAnyLens(CameraIntrinsics camera) {
    SplittableRandom random = new SplittableRandom(1);
    try (HeadPoseSolver solver = head().face().solver(camera);
        Undistortion undistortion = new Undistortion(camera)) {
      for (int i = 0; i < HEADS; i++) {
        HeadPose truth = SampleHead.somewhere(random);
        Landmarks seen = undistortion.apply(head().seenBy(camera, truth));
        PoseFit fit = solver.solve(seen).orElseThrow();
        assertSame(fit.pose(), truth, 0.05, 0.001);
        assertThat(fit.errorPx()).isLessThan(0.05);
      }
    }
  }

  @Test
  void theLastPoseLeadsToTheSameAnswer() {
    SplittableRandom random = new SplittableRandom(2);
    try (HeadPoseSolver solver = head().face().solver(PERFECT)) {
      for (int i = 0; i < HEADS; i++) {
        HeadPose truth = SampleHead.somewhere(random);
        HeadPose last =
            new HeadPose(
                truth.headToCamera().after(SampleHead.turned(6, -4, 3)),
                truth.xMm() + 15,
                truth.yMm() - 10,
                truth.zMm() * 1.05);
        PoseFit fit = solver.solve(head().seenBy(PERFECT, truth), last).orElseThrow();
        assertSame(fit.pose(), truth, 0.05, 0.001);
      }
    }
  }

  @Test
  void aPixelOfNoiseTurnsTheHeadByLittle() {
    SplittableRandom random = new SplittableRandom(4);
    double[] degrees = new double[HEADS];
    try (HeadPoseSolver solver = head().face().solver(PERFECT)) {
      for (int i = 0; i < HEADS; i++) {
        HeadPose truth = new HeadPose(SampleHead.somewhere(random).headToCamera(), 0, 0, 600);
        float[] xy = head().seenBy(PERFECT, truth).toArray();
        for (int j = 0; j < xy.length; j++) {
          xy[j] += (float) random.nextDouble(-1, 1);
        }
        PoseFit fit = solver.solve(Landmarks.of(xy)).orElseThrow();
        degrees[i] = SampleHead.degreesBetween(fit.pose().headToCamera(), truth.headToCamera());
        assertThat(fit.errorPx()).isBetween(0.5, 1.1);
      }
    }
    assertThat(DoubleStream.of(degrees).max().orElseThrow()).isLessThan(3);
  }

  @Test
  void aFaceThatLooksStraightIntoTheCameraHasTheCamerasAxes() {
    try (HeadPoseSolver solver = head().face().solver(PERFECT)) {
      HeadPose truth = new HeadPose(Rotation.IDENTITY, 0, 0, 700);
      Landmarks seen = head().seenBy(PERFECT, truth);
      // The person's right eye is on the image's left, the mouth below.
      assertThat(seen.x(MeshPoints.RIGHT_EYE_OUTER)).isLessThan(640);
      assertThat(seen.y(MeshPoints.MOUTH_LEFT)).isGreaterThan(360);
      assertSame(solver.solve(seen).orElseThrow().pose(), truth, 0.05, 0.001);
    }
  }

  @Test
  void aFaceTurnedToTheImagesLeftShowsItsNoseThere() {
    HeadPose turned = new HeadPose(SampleHead.turned(25, 0, 0), 0, 0, 700);
    Landmarks seen = head().seenBy(PERFECT, turned);
    double eyes = (seen.x(MeshPoints.RIGHT_EYE_OUTER) + seen.x(MeshPoints.LEFT_EYE_OUTER)) / 2;
    assertThat(seen.x(4)).isLessThan(eyes);
  }

  @Test
  void pointsThatAreNoFaceGiveNoPoseOrABadOne() {
    SplittableRandom random = new SplittableRandom(6);
    try (HeadPoseSolver solver = head().face().solver(PERFECT)) {
      for (int i = 0; i < HEADS; i++) {
        float[] xy = new float[2 * MeshPoints.COUNT];
        for (int j = 0; j < xy.length; j++) {
          xy[j] = (float) random.nextDouble(300, 500);
        }
        Landmarks seen = Landmarks.of(xy);
        assertThat(solver.solve(seen))
            .satisfiesAnyOf(
                fit -> assertThat(fit).isEmpty(),
                fit -> assertThat(fit.orElseThrow().errorPx()).isGreaterThan(0.05 * 200));
      }
      assertThat(solver.solve(Landmarks.of(new float[2 * MeshPoints.COUNT])))
          .satisfiesAnyOf(
              fit -> assertThat(fit).isEmpty(),
              fit -> assertThat(fit.orElseThrow().pose().zMm()).isPositive());
      float[] none = new float[2 * MeshPoints.COUNT];
      Arrays.fill(none, Float.NaN);
      assertThat(solver.solve(Landmarks.of(none))).isEmpty();
    }
  }

  @Test
  void aHeadBehindTheCameraOrWithItsBackToItIsImpossible() {
    assertThat(new PoseFit(new HeadPose(Rotation.IDENTITY, 0, 0, 700), 1).isPossible()).isTrue();
    assertThat(new PoseFit(new HeadPose(Rotation.IDENTITY, 0, 0, -700), 1).isPossible()).isFalse();
    Rotation back = Rotation.about(0, 1, 0, Math.PI);
    assertThat(new PoseFit(new HeadPose(back, 0, 0, 700), 1).isPossible()).isFalse();
  }

  private static void assertSame(HeadPose pose, HeadPose truth, double degrees, double share) {
    assertThat(SampleHead.degreesBetween(pose.headToCamera(), truth.headToCamera()))
        .isLessThan(degrees);
    assertThat(pose.faceCentreMm())
        .containsExactly(truth.faceCentreMm(), within(share * truth.distanceMm()));
  }
}
