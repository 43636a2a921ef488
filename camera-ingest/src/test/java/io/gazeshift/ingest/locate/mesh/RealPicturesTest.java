package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.facemodels.RealPictures;
import io.gazeshift.ingest.locate.FaceBox;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.Irises;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Point;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;

/** The real models on real faces. */
class RealPicturesTest {

  private interface Edit {
    void apply(Mat bgr);
  }

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void monaLisaIsFoundWhereSheIs() throws Exception {
    LocatedFace face = only("joconde.jpg", bgr -> {});
    FaceBox box = face.landmarks().box();
    assertThat(box.x() + box.width() / 2).isCloseTo(358, within(15.0));
    assertThat(box.y() + box.height() / 2).isCloseTo(290, within(20.0));
    assertThat(face.eyeOpenness()).isGreaterThan(0.6);
    // Her face is turned to the image's left.
    assertThat(yawDegrees(face)).isBetween(5.0, 35.0);
  }

  @Test
  void inAMirrorTheHeadIsTurnedTheOtherWay() throws Exception {
    LocatedFace face = only("franck_04000.jpg", bgr -> {});
    LocatedFace mirrored = only("franck_04000.jpg", bgr -> Core.flip(bgr, bgr, 1));
    assertThat(yawDegrees(face)).isGreaterThan(8);
    assertThat(yawDegrees(mirrored)).isCloseTo(-yawDegrees(face), within(4.0));
    assertThat(mirrored.pose().xMm()).isCloseTo(-face.pose().xMm(), within(10.0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-40, -20, 20, 40})
  void aPictureThatIsTurnedTurnsTheHeadByAsMuch(double clockwiseDegrees) throws Exception {
    LocatedFace straight = only("franck_02159.jpg", bgr -> {});
    LocatedFace turned = only("franck_02159.jpg", bgr -> turn(bgr, clockwiseDegrees));
    Rotation expected =
        Rotation.about(0, 0, 1, Math.toRadians(clockwiseDegrees))
            .after(straight.pose().headToCamera());
    assertThat(SampleHead.degreesBetween(turned.pose().headToCamera(), expected)).isLessThan(4);
  }

  @Test
  void eyesThatAreShutAreToldFromOpenOnes() throws Exception {
    assertThat(only("franck_02159.jpg", bgr -> {}).eyeOpenness()).isGreaterThan(0.9);
    assertThat(only("franck_04000.jpg", bgr -> {}).eyeOpenness()).isLessThan(0.4);
  }

  @Test
  void irisesLieBetweenTheLidsAndHaveTheirSize() throws Exception {
    for (String name : List.of("franck_02159.jpg", "joconde.jpg")) {
      LocatedFace face = only(name, bgr -> {});
      Irises irises = face.gazeLandmarks().orElseThrow().irises();
      assertInEye(face.landmarks(), irises.right(), 33, 133, 159, 145);
      assertInEye(face.landmarks(), irises.left(), 362, 263, 386, 374);
      assertThat(irises.left().radiusPx())
          .isCloseTo(irises.right().radiusPx(), withinPercentage(25));
    }
  }

  @Test
  void inAMirrorTheIrisesChangeSides() throws Exception {
    LocatedFace face = only("franck_02159.jpg", bgr -> {});
    int[] width = new int[1];
    LocatedFace mirrored =
        only(
            "franck_02159.jpg",
            bgr -> {
              width[0] = bgr.cols();
              Core.flip(bgr, bgr, 1);
            });
    Iris right = face.gazeLandmarks().orElseThrow().irises().right();
    Iris left = mirrored.gazeLandmarks().orElseThrow().irises().left();
    double bound = 0.3 * right.radiusPx();
    assertThat(left.x()).isCloseTo(width[0] - 1 - right.x(), within(bound));
    assertThat(left.y()).isCloseTo(right.y(), within(bound));
    assertThat(left.radiusPx()).isCloseTo(right.radiusPx(), within(bound));
  }

  @Test
  void withoutTheAttentionMeshThePlainOneIsUsedAndAdviceGiven(@TempDir Path dir) throws Exception {
    Path models = RealModels.orSkip().directory();
    for (FaceModel model : FaceModel.values()) {
      if (model != FaceModel.ATTENTION_MESH) {
        Files.copy(models.resolve(model.fileName()), dir.resolve(model.fileName()));
      }
    }
    LocatedFace face = only("franck_02159.jpg", bgr -> {}, dir);
    assertThat(face.gazeLandmarks()).isEmpty();
    assertThat(face.eyeOpenness()).isGreaterThan(0.9);
    assertThat(only("franck_04000.jpg", bgr -> {}, dir).eyeOpenness()).isLessThan(0.4);
    try (MeshLocators plain = new MeshLocators(FacesConfig.withModels(dir));
        MeshLocators best = new MeshLocators(FacesConfig.withModels(models))) {
      plain.check();
      assertThat(plain.advice())
          .hasValueSatisfying(
              advice ->
                  assertThat(advice)
                      .contains("face_landmark_with_attention.tflite", "gazeshift models fetch"));
      best.check();
      assertThat(best.advice()).isEmpty();
    }
  }

  private static void assertInEye(
      Landmarks points, Iris iris, int imageLeft, int imageRight, int upper, int lower) {
    double width = points.x(imageRight) - points.x(imageLeft);
    assertThat(iris.x())
        .isBetween(points.x(imageLeft) + 0.2 * width, points.x(imageRight) - 0.2 * width);
    assertThat(iris.y())
        .isBetween(points.y(upper) - iris.radiusPx(), points.y(lower) + iris.radiusPx());
    // 11.7 mm of some 27.
    assertThat(2 * iris.radiusPx() / width).isBetween(0.3, 0.6);
  }

  private static LocatedFace only(String name, Edit edit) throws Exception {
    return only(name, edit, RealModels.orSkip().directory());
  }

  private static LocatedFace only(String name, Edit edit, Path models) throws Exception {
    MatOfByte content = new MatOfByte(RealPictures.orSkip(name));
    Mat bgr = Imgcodecs.imdecode(content, Imgcodecs.IMREAD_COLOR);
    edit.apply(bgr);
    CameraIntrinsics camera = CameraIntrinsics.assumed(bgr.cols(), bgr.rows(), 40);
    FacesConfig config = FacesConfig.withModels(models);
    try (MeshLocators locators = new MeshLocators(config);
        FaceLocator locator = locators.open(camera);
        CameraFrame frame = CameraFrame.of(camera)) {
      bgr.copyTo(frame.bgr());
      List<LocatedFace> found = locator.locate(frame);
      assertThat(found).as(name).hasSize(1);
      return found.get(0);
    } finally {
      bgr.release();
      content.release();
    }
  }

  private static void turn(Mat bgr, double clockwiseDegrees) {
    Point middle = new Point((bgr.cols() - 1) / 2.0, (bgr.rows() - 1) / 2.0);
    Mat turn = Imgproc.getRotationMatrix2D(middle, -clockwiseDegrees, 1);
    Mat source = bgr.clone();
    Imgproc.warpAffine(source, bgr, turn, bgr.size());
    source.release();
    turn.release();
  }

  /** Towards the image's left. */
  private static double yawDegrees(LocatedFace face) {
    double[] rows = face.pose().headToCamera().rows();
    return Math.toDegrees(Math.atan2(rows[2], rows[8]));
  }
}
