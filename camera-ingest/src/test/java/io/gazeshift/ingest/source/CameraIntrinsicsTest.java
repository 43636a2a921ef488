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
  void aFocalLengthThatIsNoNumberIsRejected() {
    assertThatThrownBy(() -> CameraIntrinsics.pinhole("cam0", 640, 480, Double.NaN))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'cam0'")
        .hasMessageContaining("NaN");
  }

  @Test
  void aDistortionOpenCvHasNoModelForIsRejected() {
    assertThatThrownBy(
            () ->
                CameraIntrinsics.calibrated(
                    "cam0", 640, 480, 700, 700, 320, 240, List.of(0.1, 0.2)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("2 distortion coefficients");
  }

  @Test
  void aPrincipalPointFarOutsideTheImageIsRejected() {
    assertThatThrownBy(
            () -> CameraIntrinsics.calibrated("cam0", 640, 480, 700, 700, 960, 540, List.of()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("960.0, 540.0");
  }

  @Test
  void aDistortionThatIsNotFiniteIsRejected() {
    assertThatThrownBy(
            () ->
                CameraIntrinsics.calibrated(
                    "cam0", 640, 480, 700, 700, 320, 240, List.of(0.0, Double.NaN, 0.0, 0.0)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("not finite");
  }

  @Test
  void framesOfHalfTheSizeHaveHalfTheFocalLength() {
    CameraIntrinsics full =
        CameraIntrinsics.calibrated(
            "cam0", 1280, 720, 1000, 1010, 639.5, 359.5, List.of(-0.2, 0.1, 0.0, 0.0));

    CameraIntrinsics half = full.scaledTo(640, 360);

    assertThat(half.width()).isEqualTo(640);
    assertThat(half.height()).isEqualTo(360);
    assertThat(half.fx()).isEqualTo(500);
    assertThat(half.fy()).isEqualTo(505);
    // The middle stays the middle: pixel 0 reaches from -0.5 to 0.5.
    assertThat(half.cx()).isEqualTo(319.5);
    assertThat(half.cy()).isEqualTo(179.5);
    assertThat(half.distortion()).isEqualTo(full.distortion());
    assertThat(full.scaledTo(1280, 720)).isSameAs(full);
    assertThat(full.scaledTo(854, 480).width()).isEqualTo(854);
  }

  @Test
  void framesOfAnotherShapeAreRejected() {
    CameraIntrinsics wide = CameraIntrinsics.pinhole("cam0", 1280, 720, 1000);

    assertThatThrownBy(() -> wide.scaledTo(640, 480))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("measured at 1280 x 720")
        .hasMessageContaining("640 x 480");
  }
}
