package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.Tick;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opencv.core.Core;
import org.opencv.core.Mat;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;

/** The real models on rendered faces, whose pose is known. */
class MeshLocatorTest {

  @TempDir private Path dir;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void withoutModelsOpeningSaysHowToGetThem() {
    try (MeshLocators locators = new MeshLocators(FacesConfig.withModels(dir))) {
      assertThatThrownBy(() -> locators.open(CameraIntrinsics.assumed(640, 480, 60)))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("gazeshift models fetch");
      assertThatThrownBy(locators::check).isInstanceOf(UserError.class);
    }
  }

  @Test
  void findsAFaceAndFollowsItsPose() throws Exception {
    try (MeshLocators locators = new MeshLocators(faces(4));
        SyntheticCamera camera = camera(1);
        FaceLocator locator = locators.open(camera.intrinsics());
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      List<Double> yaws = new ArrayList<>();
      List<Double> trueYaws = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        camera.read(frame);
        List<LocatedFace> found = locator.locate(frame);
        assertThat(found).hasSize(1);
        LocatedFace face = found.get(0);
        assertThat(face.faceIndex()).isZero();
        assertThat(face.score()).isGreaterThan(0.9);
        assertThat(face.landmarks().count()).isEqualTo(468);
        // The drawn head is no average one: somewhat smaller, its centre defined a little lower.
        assertThat(face.pose().faceCentreMm())
            .containsExactly(camera.truth().pose().faceCentreMm(), within(60.0));
        yaws.add(yaw(face.pose().headToCamera().rows()));
        trueYaws.add(yaw(camera.truth().pose().headToCamera().rows()));
      }
      assertThat(correlation(yaws, trueYaws)).isGreaterThan(0.9);
    }
  }

  @Test
  void aFaceThatIsFollowedIsNotDetectedAgain() throws Exception {
    FaceModels models = RealModels.orSkip();
    CountingDetector detector = new CountingDetector(new BlazeFaceDetector(models, 0.6));
    try (SyntheticCamera camera = camera(2);
        FaceMesh mesh = FaceMesh.of(models);
        detector;
        FaceLocator single = locator(detector, mesh, camera.intrinsics(), 1);
        FaceLocator several = locator(detector, mesh, camera.intrinsics(), 3);
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      run(camera, single, frame, 30);
      assertThat(detector.calls).isEqualTo(1);
      detector.calls = 0;
      // Two seconds of 15 frames: at first, and once each second while there is room for more.
      run(camera, several, frame, 30);
      assertThat(detector.calls).isEqualTo(2);
    }
  }

  @Test
  void everyFaceOfAFrameHasANumberThatStays() throws Exception {
    try (MeshLocators locators = new MeshLocators(faces(4));
        Couple couple = new Couple();
        FaceLocator locator = locators.open(couple.intrinsics())) {
      couple.show(true, true);
      List<LocatedFace> both = locator.locate(couple.frame());
      assertThat(both).extracting(LocatedFace::faceIndex).containsExactlyInAnyOrder(0, 1);
      int right = indexAtRight(both, couple);
      couple.show(false, true);
      assertThat(locator.locate(couple.frame()))
          .singleElement()
          .satisfies(face -> assertThat(face.faceIndex()).isEqualTo(right));
      couple.show(true, true);
      couple.passSeconds(2);
      List<LocatedFace> again = locator.locate(couple.frame());
      assertThat(again).hasSize(2);
      assertThat(indexAtRight(again, couple)).isEqualTo(right);
    }
  }

  @Test
  void noMoreThanTheMaximumAreFollowed() throws Exception {
    try (MeshLocators locators = new MeshLocators(faces(1));
        Couple couple = new Couple();
        FaceLocator locator = locators.open(couple.intrinsics())) {
      couple.show(true, true);
      assertThat(locator.locate(couple.frame())).hasSize(1);
    }
  }

  @Test
  void thereIsNoFaceInNoiseOrDarknessAndOneThatComesIsFound() throws Exception {
    try (MeshLocators locators = new MeshLocators(faces(4));
        Couple couple = new Couple();
        FaceLocator locator = locators.open(couple.intrinsics())) {
      couple.show(false, false);
      assertThat(locator.locate(couple.frame())).isEmpty();
      Core.setRNGSeed(1);
      Core.randu(couple.frame().bgr(), 0, 255);
      assertThat(locator.locate(couple.frame())).isEmpty();
      couple.show(true, false);
      assertThat(locator.locate(couple.frame())).hasSize(1);
      couple.show(false, false);
      assertThat(locator.locate(couple.frame())).isEmpty();
    }
  }

  @Test
  void aPoseThatDoesNotFitIsRejected() throws Exception {
    FacesConfig config = faces(4);
    FacesConfig strict = new FacesConfig(config.models(), 4, 0.6, 0.5, 0.001, Duration.ZERO);
    try (MeshLocators locators = new MeshLocators(strict);
        Couple couple = new Couple();
        FaceLocator locator = locators.open(couple.intrinsics())) {
      couple.show(true, true);
      assertThat(locator.locate(couple.frame())).isEmpty();
    }
  }

  @Test
  void theAverageFaceHasItsPartsWhereTheyBelong() {
    AverageFace face = AverageFace.of(RealModels.orSkip());
    assertThat(face.x(MeshPoints.RIGHT_EYE_OUTER)).isBetween(-50.0, -40.0);
    assertThat(face.x(MeshPoints.LEFT_EYE_OUTER)).isBetween(40.0, 50.0);
    assertThat(face.y(MeshPoints.RIGHT_EYE_OUTER)).isBetween(-30.0, -15.0);
    assertThat(face.y(MeshPoints.MOUTH_LEFT)).isBetween(35.0, 55.0);
    // The tip of the nose is nearer to the camera than the eyes.
    assertThat(face.z(4)).isLessThan(face.z(MeshPoints.RIGHT_EYE_OUTER) - 20);
  }

  private static FacesConfig faces(int max) {
    return new FacesConfig(
        RealModels.orSkip().directory(), max, 0.6, 0.5, 0.05, Duration.ofSeconds(1));
  }

  private static MeshLocator locator(
      FaceDetector detector, FaceMesh mesh, CameraIntrinsics camera, int max) {
    AverageFace face = AverageFace.of(RealModels.orSkip());
    return new MeshLocator(
        detector,
        new MeshReader(mesh, camera, face, 0.5, 0.05),
        max,
        Duration.ofSeconds(1),
        () -> {});
  }

  private static SyntheticCamera camera(long seed) {
    return new SyntheticCamera(SyntheticScene.STUDIO, seed, Pacer.unpaced(15, 1));
  }

  private static void run(
      SyntheticCamera camera, FaceLocator locator, CameraFrame frame, int frames)
      throws InterruptedException {
    for (int i = 0; i < frames; i++) {
      camera.read(frame);
      assertThat(locator.locate(frame)).hasSize(1);
    }
  }

  private static int indexAtRight(List<LocatedFace> faces, Couple couple) {
    return faces.stream()
        .filter(face -> face.landmarks().box().x() > couple.intrinsics().width() / 2.0)
        .findFirst()
        .orElseThrow()
        .faceIndex();
  }

  /** Towards the image's left. */
  private static double yaw(double[] headToCamera) {
    return Math.atan2(headToCamera[2], headToCamera[8]);
  }

  private static double correlation(List<Double> a, List<Double> b) {
    double meanA = a.stream().mapToDouble(d -> d).average().orElseThrow();
    double meanB = b.stream().mapToDouble(d -> d).average().orElseThrow();
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.size(); i++) {
      ab += (a.get(i) - meanA) * (b.get(i) - meanB);
      aa += Math.pow(a.get(i) - meanA, 2);
      bb += Math.pow(b.get(i) - meanB, 2);
    }
    return ab / Math.sqrt(aa * bb);
  }

  private static final class CountingDetector implements FaceDetector {
    private final FaceDetector detector;
    private int calls;

    CountingDetector(FaceDetector detector) {
      this.detector = detector;
    }

    @Override
    public List<Detection> detect(Mat bgr) {
      calls++;
      return detector.detect(bgr);
    }

    @Override
    public void close() {
      detector.close();
    }
  }

  /** Two people side by side, who come and go. */
  private static final class Couple implements AutoCloseable {
    private final CameraFrame left;
    private final CameraFrame right;
    private final CameraFrame both;
    private long micros;

    Couple() throws InterruptedException {
      CameraIntrinsics each = SyntheticScene.STUDIO.intrinsics();
      this.left = CameraFrame.of(each);
      this.right = CameraFrame.of(each);
      this.both = new CameraFrame(2 * each.width(), each.height());
      try (SyntheticCamera one = camera(3);
          SyntheticCamera other = camera(4)) {
        one.read(left);
        other.read(right);
      }
    }

    CameraIntrinsics intrinsics() {
      return CameraIntrinsics.assumed(both.bgr().cols(), both.bgr().rows(), 60);
    }

    CameraFrame frame() {
      return both;
    }

    void show(boolean showLeft, boolean showRight) {
      micros += 40_000;
      both.stamp(new Tick(micros / 40_000, micros));
      int width = left.bgr().cols();
      both.bgr().setTo(Scalar.all(20));
      paste(left, new Rect(0, 0, width, left.bgr().rows()), showLeft);
      paste(right, new Rect(width, 0, width, left.bgr().rows()), showRight);
    }

    void passSeconds(int seconds) {
      micros += seconds * 1_000_000L;
      both.stamp(new Tick(micros / 40_000, micros));
    }

    private void paste(CameraFrame picture, Rect where, boolean wanted) {
      if (wanted) {
        Mat part = both.bgr().submat(where);
        picture.bgr().copyTo(part);
        part.release();
      }
    }

    @Override
    public void close() {
      left.close();
      right.close();
      both.close();
    }
  }
}
