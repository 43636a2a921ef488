package io.gazeshift.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.synthetic.Staging;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceQuality;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

class QualityMeterTest {

  private static final LocatedFace FRONTAL = located(Rotation.IDENTITY);

  private Mat patch;
  private QualityMeter meter;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @BeforeEach
  void drawPatch() throws InterruptedException {
    meter = new QualityMeter(VirtualCamera.STANDARD);
    patch = new Mat(224, 224, CvType.CV_8UC3);
    Staging good = Staging.parse("studio?person=11&light=front,1&gaze=0..0,0..0");
    try (SyntheticPatches patches = new SyntheticPatches(good, 3, 1)) {
      patch.put(0, 0, patches.next().decodeBgr());
    }
  }

  @AfterEach
  void release() {
    patch.release();
    meter.close();
  }

  @Test
  void irisesThatCannotBeLowerTheWhole() {
    FaceQuality without = meter.measure(normalised(), FRONTAL, Optional.empty());
    FaceQuality hidden =
        meter.measure(normalised(), FRONTAL, Optional.of(IrisPlausibilityTest.shutEyes()));

    assertThat(without.hasIrises()).isFalse();
    assertThat(hidden.getIrises()).isZero();
    assertThat(hidden.getOverall()).isZero();
    assertThat(hidden.getSharpness()).isEqualTo(without.getSharpness());
  }

  @Test
  void aGoodFaceScoresWell() {
    FaceQuality quality = meter.measure(normalised(), FRONTAL, Optional.empty());

    assertThat(quality.getSharpness()).isGreaterThan(0.6f);
    assertThat(quality.getExposure()).isGreaterThan(0.9f);
    assertThat(quality.getEyeOpenness()).isEqualTo(1);
    assertThat(quality.getResolution()).isEqualTo(1);
    assertThat(quality.getFrontality()).isEqualTo(1);
    assertThat(quality.getVisibility()).isEqualTo(1);
  }

  @Test
  void theMoreBlurTheLessSharp() {
    float last = meter.measure(normalised(), FRONTAL, Optional.empty()).getSharpness();
    Mat sharp = patch.clone();
    for (double sigma : new double[] {1, 2, 4}) {
      Imgproc.GaussianBlur(sharp, patch, new Size(0, 0), sigma);

      float blurred = meter.measure(normalised(), FRONTAL, Optional.empty()).getSharpness();

      assertThat(blurred).as("blurred by %s", sigma).isLessThan(0.8f * last);
      last = blurred;
    }
    assertThat(last).isLessThan(0.3f);
    sharp.release();
  }

  @Test
  void aDimPatchIsBadlyExposedButStillSharp() {
    float sharp = meter.measure(normalised(), FRONTAL, Optional.empty()).getSharpness();

    patch.convertTo(patch, -1, 0.25);

    FaceQuality dim = meter.measure(normalised(), FRONTAL, Optional.empty());
    assertThat(dim.getExposure()).isLessThan(0.6f);
    assertThat(dim.getSharpness()).isGreaterThan(0.8f * sharp);
  }

  @Test
  void blackAndWhiteAreUseless() {
    patch.setTo(new Scalar(0, 0, 0));
    assertThat(meter.measure(normalised(), FRONTAL, Optional.empty()).getExposure())
        .isLessThan(1e-6f);
    assertThat(meter.measure(normalised(), FRONTAL, Optional.empty()).getSharpness())
        .isLessThan(1e-6f);

    patch.setTo(new Scalar(255, 255, 255));
    assertThat(meter.measure(normalised(), FRONTAL, Optional.empty()).getExposure())
        .isLessThan(1e-6f);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1", "1, 1", "2, 0.5", "4, 0.25"})
  void aFaceOfFewPixelsLacksResolution(double enlargement, float expected) {
    NormalisedFace face = new NormalisedFace(patch, Rotation.IDENTITY, enlargement, 1);

    assertThat(meter.measure(face, FRONTAL, Optional.empty()).getResolution()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "29, 1", "-29, 1", "50, 0.5", "-50, 0.5", "80, 0", "180, 0"})
  void aHeadThatTurnsAwayIsLessFrontal(double yawDeg, float expected) {
    LocatedFace turned = located(Rotation.about(0, 1, 0, Math.toRadians(yawDeg)));

    FaceQuality quality = meter.measure(normalised(), turned, Optional.empty());

    assertThat(quality.getFrontality()).isCloseTo(expected, within(1e-4f));
  }

  @Test
  void theHeadsAnglesHaveTheSignsOfAGaze() {
    // About y (down), x (right) turns into the image: the face points to the image's left.
    LocatedFace left = located(Rotation.about(0, 1, 0, Math.toRadians(20)));
    LocatedFace up = located(Rotation.about(1, 0, 0, Math.toRadians(-10)));

    assertThat(
            Math.toDegrees(meter.measure(normalised(), left, Optional.empty()).getHead().getYaw()))
        .isCloseTo(20, within(1e-6));
    assertThat(
            Math.toDegrees(meter.measure(normalised(), up, Optional.empty()).getHead().getPitch()))
        .isCloseTo(10, within(1e-6));
  }

  @Test
  void theHeadIsSeenFromTheVirtualCamera() {
    // The face stands to the side and is turned towards the camera: no turn remains.
    Rotation towardsCamera = Rotation.about(0, 1, 0, Math.toRadians(25));
    NormalisedFace face = new NormalisedFace(patch, towardsCamera.inverse(), 1, 1);

    FaceQuality quality = meter.measure(face, located(towardsCamera), Optional.empty());

    assertThat(quality.getHead().getYaw()).isCloseTo(0, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "0.9999999, 1", "0.99, 0.383", "0.5, 0", "0.2, 0", "NaN, 0"})
  void aLocatorInDoubtSeesLessOfTheFace(double score, float expected) {
    LocatedFace doubtful = new LocatedFace(0, FRONTAL.pose(), score, 0, 1);

    assertThat(meter.measure(normalised(), doubtful, Optional.empty()).getVisibility())
        .isCloseTo(expected, within(1e-3f));
  }

  @ParameterizedTest
  // Enlarged twice, one pixel of the frame is 1.25 mm on the face.
  @CsvSource({"0, 1", "3.6, 1", "5, 0.5", "6.4, 0", "100, 0"})
  void aHeadThatDoesNotFitIsPerhapsCovered(double reprojectionPx, float expected) {
    LocatedFace misfit = new LocatedFace(0, FRONTAL.pose(), 1, reprojectionPx, 1);
    NormalisedFace face = new NormalisedFace(patch, Rotation.IDENTITY, 2, 1);

    assertThat(meter.measure(face, misfit, Optional.empty()).getVisibility())
        .isCloseTo(expected, within(1e-3f));
  }

  @Test
  void aFaceThatTheFrameCutsIsOnlyInPartVisible() {
    NormalisedFace cut = new NormalisedFace(patch, Rotation.IDENTITY, 1, 0.4);

    assertThat(meter.measure(cut, FRONTAL, Optional.empty()).getVisibility()).isEqualTo(0.4f);
  }

  @Test
  void theWeakestScoreIsTheOverallOne() {
    LocatedFace sleepy = new LocatedFace(0, FRONTAL.pose(), 1, 0, 0.1);
    LocatedFace odd = new LocatedFace(0, FRONTAL.pose(), 1, 0, -3);
    NormalisedFace small = new NormalisedFace(patch, Rotation.IDENTITY, 20, 1);

    assertThat(meter.measure(normalised(), sleepy, Optional.empty()).getOverall()).isEqualTo(0.1f);
    assertThat(meter.measure(normalised(), odd, Optional.empty()).getOverall()).isZero();
    assertThat(meter.measure(small, FRONTAL, Optional.empty()).getOverall()).isEqualTo(0.05f);
  }

  private NormalisedFace normalised() {
    return new NormalisedFace(patch, Rotation.IDENTITY, 1, 1);
  }

  private static LocatedFace located(Rotation headToCamera) {
    return new LocatedFace(0, new HeadPose(headToCamera, 0, 0, 600), 1, 0, 1);
  }
}
