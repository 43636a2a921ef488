package io.gazeshift.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;

class CameraIntrinsicsTest {

  @Test
  void aPinholeLooksAtTheMiddleOfItsImage() {
    CameraIntrinsics pinhole = CameraIntrinsics.pinhole("p", 640, 480, 700);

    assertThat(pinhole.cx()).isEqualTo(320);
    assertThat(pinhole.cy()).isEqualTo(240);
    assertThat(pinhole.distortion()).isEmpty();
  }

  @Test
  void aFocalLengthThatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> CameraIntrinsics.pinhole("cam0", 640, 480, Double.NaN))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'cam0'")
        .hasMessageContaining("NaN");
  }

  @Test
  void aDistortionOpenCvHasNoModelForIsRefused() {
    assertThatThrownBy(
            () ->
                CameraIntrinsics.calibrated(
                    "cam0", 640, 480, 700, 700, 320, 240, List.of(0.1, 0.2)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("2 distortion coefficients");
  }
}
