package io.gazeshift.ingest.opencv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import org.junit.jupiter.api.Test;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;

class OpenCvTest {

  @Test
  void loadingTwiceLeavesAWorkingOpenCv() {
    OpenCv.load();
    OpenCv.load();

    Mat ones = Mat.ones(2, 3, CvType.CV_8U);
    assertThat(Core.sumElems(ones).val[0]).isEqualTo(6);
    ones.release();
  }

  @Test
  void saysWhichOpenCvItIs() {
    assertThat(OpenCv.version()).startsWith("4.13.");
  }

  @Test
  void leavesTheThreadsToTheCameras() {
    OpenCv.load();

    assertThat(Core.getNumThreads()).isEqualTo(1);
  }

  @Test
  void aPlatformWithoutLibrariesIsRejectedByName() {
    assertThatThrownBy(() -> OpenCv.load("plan9-mips"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("for plan9-mips are missing")
        .hasMessageContaining("-Dnative.platform=plan9-mips");
  }
}
