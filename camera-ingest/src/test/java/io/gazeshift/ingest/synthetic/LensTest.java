package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.MatOfPoint2f;
import org.opencv.core.MatOfPoint3f;
import org.opencv.core.Point;
import org.opencv.core.Point3;

class LensTest {

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void aDistortedLensProjectsAsOpenCvDoes() {
    CameraIntrinsics lens =
        CameraIntrinsics.calibrated(
            "x", 640, 480, 700, 710, 315, 243, List.of(-0.2, 0.07, 0.002, -0.003, 0.02));
    Random random = new Random(1);
    double[][] points = new double[50][];
    Point3[] objects = new Point3[points.length];
    for (int i = 0; i < points.length; i++) {
      points[i] =
          new double[] {
            random.nextDouble(-200, 200), random.nextDouble(-150, 150), random.nextDouble(400, 900)
          };
      objects[i] = new Point3(points[i]);
    }
    Mat k = new Mat(3, 3, CvType.CV_64F);
    k.put(0, 0, lens.fx(), 0, lens.cx(), 0, lens.fy(), lens.cy(), 0, 0, 1);
    MatOfDouble distortion = new MatOfDouble();
    distortion.fromList(lens.distortion());
    MatOfPoint2f expected = new MatOfPoint2f();
    Mat zero = Mat.zeros(3, 1, CvType.CV_64F);
    Calib3d.projectPoints(new MatOfPoint3f(objects), zero, zero, k, distortion, expected);

    Point[] reference = expected.toArray();
    double[] pixel = new double[2];
    for (int i = 0; i < points.length; i++) {
      new Lens(lens).project(points[i][0], points[i][1], points[i][2], pixel);
      // OpenCV's points are floats here.
      assertThat(pixel[0]).isCloseTo(reference[i].x, within(1e-3));
      assertThat(pixel[1]).isCloseTo(reference[i].y, within(1e-3));
    }
  }

  @Test
  void theRayOfAPixelLeadsBackToIt() {
    Lens lens = new Lens(SyntheticScene.VEHICLE.intrinsics());
    double[] pixel = new double[2];
    for (int y = 0; y < lens.height(); y += 37) {
      for (int x = 0; x < lens.width(); x += 41) {
        lens.project(600 * lens.rayX(x, y), 600 * lens.rayY(x, y), 600, pixel);

        assertThat(pixel[0]).isCloseTo(x, within(1e-2));
        assertThat(pixel[1]).isCloseTo(y, within(1e-2));
      }
    }
  }

  @Test
  void aLensItCannotDrawThroughIsRejected() {
    CameraIntrinsics rational =
        CameraIntrinsics.calibrated("x", 640, 480, 700, 700, 320, 240, Collections.nCopies(8, 0.0));

    assertThatThrownBy(() -> new Lens(rational)).isInstanceOf(IllegalArgumentException.class);
  }
}
