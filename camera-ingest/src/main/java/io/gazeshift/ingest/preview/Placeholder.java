package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.publish.JpegEncoder;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.imgproc.Imgproc;

/** Placeholder picture for a camera without frames. */
final class Placeholder {

  private static final Scalar GREY = new Scalar(48, 48, 48);
  private static final Scalar LIGHT = new Scalar(200, 200, 200);

  private Placeholder() {}

  static byte[] jpeg() {
    OpenCv.load();
    Mat canvas = new Mat(360, 640, CvType.CV_8UC3, GREY);
    try (JpegEncoder encoder = new JpegEncoder(75)) {
      Imgproc.putText(
          canvas,
          "no picture",
          new Point(230, 190),
          Imgproc.FONT_HERSHEY_SIMPLEX,
          1,
          LIGHT,
          1,
          Imgproc.LINE_AA);
      return encoder.encode(canvas);
    } finally {
      canvas.release();
    }
  }
}
