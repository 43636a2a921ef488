package io.gazeshift.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.opencv.OpenCv;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;

class JpegEncoderTest {

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void whatItWritesDecodesToNearlyTheSamePicture() {
    Mat image = picture();
    try (JpegEncoder encoder = new JpegEncoder(95)) {
      byte[] jpeg = encoder.encode(image);

      Mat back = Imgcodecs.imdecode(new MatOfByte(jpeg), Imgcodecs.IMREAD_COLOR);
      assertThat(Core.norm(image, back, Core.NORM_L1) / (image.total() * 3)).isLessThan(2);
    }
  }

  @Test
  void lowerQualityIsSmaller() {
    Mat image = picture();
    try (JpegEncoder fine = new JpegEncoder(95);
        JpegEncoder coarse = new JpegEncoder(30)) {
      assertThat(coarse.encode(image).length).isLessThan(fine.encode(image).length);
    }
  }

  @Test
  void aQualityOutOfRangeIsRejected() {
    assertThatThrownBy(() -> new JpegEncoder(101))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("101");
  }

  private static Mat picture() {
    Mat image = new Mat(224, 224, CvType.CV_8UC3, new Scalar(90, 120, 160));
    Imgproc.circle(image, new Point(112, 112), 40, new Scalar(20, 30, 200), -1, Imgproc.LINE_AA);
    return image;
  }
}
