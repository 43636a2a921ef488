package io.gazeshift.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceLandmarks;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IrisContrastTest {

  private static final int SIZE = 224;
  private static final double PX_PER_MM = 1.6;
  private static final double RADIUS_MM = 5.85;

  private final byte[] grey = new byte[SIZE * SIZE];

  @Test
  void theDifferenceOfIrisAndWhiteIsMeasured() {
    Arrays.fill(grey, (byte) 180);
    iris(-32, 60);
    iris(32, 60);
    assertThat(levels(1)).isCloseTo(120, within(1.0));
  }

  @Test
  void theEyeThatShowsLessDecides() {
    Arrays.fill(grey, (byte) 180);
    iris(-32, 60);
    iris(32, 150);
    assertThat(levels(1)).isCloseTo(30, within(1.0));
  }

  @Test
  void glassesShowNothing() {
    Arrays.fill(grey, (byte) 20);
    assertThat(levels(1)).isZero();
  }

  @Test
  void anIrisBrighterThanTheWhiteIsNone() {
    Arrays.fill(grey, (byte) 100);
    iris(-32, 200);
    iris(32, 200);
    assertThat(levels(1)).isZero();
  }

  @Test
  void shutEyesAndEyesOutsideOfThePatchShowNothing() {
    Arrays.fill(grey, (byte) 180);
    iris(-32, 60);
    iris(32, 60);
    assertThat(levels(0)).isZero();
    FaceLandmarks outside =
        FaceLandmarks.newBuilder().setRight(eye(-500, 1)).setLeft(eye(32, 1)).build();
    assertThat(new IrisContrast(grey, SIZE, PX_PER_MM).levels(outside)).isZero();
  }

  private double levels(double open) {
    return new IrisContrast(grey, SIZE, PX_PER_MM)
        .levels(FaceLandmarks.newBuilder().setRight(eye(-32, open)).setLeft(eye(32, open)).build());
  }

  private void iris(double xMm, int level) {
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < SIZE; column++) {
        double across = (column - SIZE / 2.0) / PX_PER_MM - xMm;
        double down = (row - SIZE / 2.0) / PX_PER_MM;
        if (Math.hypot(across, down) < RADIUS_MM) {
          grey[row * SIZE + column] = (byte) level;
        }
      }
    }
  }

  /** 28 mm wide, its lids apart by as many times 10 mm. */
  private static EyeLandmarks eye(double xMm, double open) {
    EyeLandmarks.Builder eye =
        EyeLandmarks.newBuilder().setIrisX((float) xMm).setIrisRadius((float) RADIUS_MM);
    for (int i = 0; i < LandmarkPoints.LIDS; i++) {
      double along = i <= 8 ? i / 8.0 : (i - 8) / 8.0;
      double bow = Math.sin(Math.PI * along);
      eye.addLids((float) (xMm - 14 + 28 * along));
      eye.addLids((float) (open * bow * (i <= 8 ? 4.5 : -5.5)));
    }
    return eye.build();
  }
}
