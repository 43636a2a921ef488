package io.gazeshift.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.v1.FaceQuality;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

class QualityMeterTest {

  private Mat patch;
  private QualityMeter meter;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @BeforeEach
  void drawPatch() throws InterruptedException {
    meter = new QualityMeter();
    patch = new Mat(224, 224, CvType.CV_8UC3);
    try (SyntheticPatches patches = new SyntheticPatches(SyntheticScene.STUDIO, 3)) {
      patch.put(0, 0, patches.next().decodeBgr());
    }
  }

  @AfterEach
  void release() {
    patch.release();
    meter.close();
  }

  @Test
  void aGoodPatchScoresWell() {
    FaceQuality quality = meter.measure(patch, 1);

    assertThat(quality.getSharpness()).isGreaterThan(0.5f);
    assertThat(quality.getExposure()).isGreaterThan(0.9f);
    assertThat(quality.getEyeOpenness()).isEqualTo(1);
  }

  @Test
  void aBlurredPatchIsLessSharp() {
    float sharp = meter.measure(patch, 1).getSharpness();

    Imgproc.GaussianBlur(patch, patch, new Size(0, 0), 3);

    assertThat(meter.measure(patch, 1).getSharpness()).isLessThan(sharp / 3);
  }

  @Test
  void aDimPatchIsBadlyExposedButStillSharp() {
    float sharp = meter.measure(patch, 1).getSharpness();

    patch.convertTo(patch, -1, 0.25);

    FaceQuality dim = meter.measure(patch, 1);
    assertThat(dim.getExposure()).isLessThan(0.6f);
    assertThat(dim.getSharpness()).isGreaterThan(0.8f * sharp);
  }

  @Test
  void blackAndWhiteAreUseless() {
    patch.setTo(new Scalar(0, 0, 0));
    assertThat(meter.measure(patch, 1).getExposure()).isLessThan(1e-6f);
    assertThat(meter.measure(patch, 1).getSharpness()).isLessThan(1e-6f);

    patch.setTo(new Scalar(255, 255, 255));
    assertThat(meter.measure(patch, 1).getExposure()).isLessThan(1e-6f);
  }

  @Test
  void theWeakestScoreIsTheOverallOne() {
    assertThat(meter.measure(patch, 0.1).getOverall()).isEqualTo(0.1f);
    assertThat(meter.measure(patch, -3).getOverall()).isZero();
  }
}
