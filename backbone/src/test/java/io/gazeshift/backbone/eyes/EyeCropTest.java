package io.gazeshift.backbone.eyes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EyeCropTest {

  private static final int PATCH = 224;
  private static final int AREA = EyeCrop.SIDE * EyeCrop.SIDE;

  /** Blue grows to the right, green downwards, and red is what is left: levels are places. */
  private static byte[] ramps() {
    byte[] bgr = new byte[3 * PATCH * PATCH];
    for (int y = 0; y < PATCH; y++) {
      for (int x = 0; x < PATCH; x++) {
        int at = 3 * (y * PATCH + x);
        bgr[at] = (byte) x;
        bgr[at + 1] = (byte) y;
        bgr[at + 2] = (byte) (255 - x);
      }
    }
    return bgr;
  }

  @Test
  void eachPixelComesFromItsPlaceInTheSquareAroundTheEye() {
    byte[] bgr = ramps();
    Random random = new Random(1);
    float[] crop = new float[EyeCrop.FLOATS];
    for (int round = 0; round < 50; round++) {
      double width = 5 + 50 * random.nextDouble();
      double angle = 2 * Math.PI * random.nextDouble();
      double middleX = 80 + 64 * random.nextDouble();
      double middleY = 80 + 64 * random.nextDouble();
      double dx = width / 2 * Math.cos(angle);
      double dy = width / 2 * Math.sin(angle);
      EyeCorners corners = new EyeCorners(middleX - dx, middleY - dy, middleX + dx, middleY + dy);

      EyeCrop.cut(bgr, PATCH, corners, crop, 0);

      double side = 1.8 * width;
      for (int row = 0; row < EyeCrop.SIDE; row++) {
        double y = middleY + ((row + 0.5) / EyeCrop.SIDE - 0.5) * side;
        for (int column = 0; column < EyeCrop.SIDE; column++) {
          double x = middleX + ((column + 0.5) / EyeCrop.SIDE - 0.5) * side;
          int at = row * EyeCrop.SIDE + column;
          assertThat((double) crop[at]).isCloseTo(x, within(1e-3));
          assertThat((double) crop[AREA + at]).isCloseTo(y, within(1e-3));
          assertThat((double) crop[2 * AREA + at]).isCloseTo(255 - x, within(1e-3));
        }
      }
    }
  }

  /** A chessboard of single pixels turns grey instead of into another pattern. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void fineDetailIsAveragedWhenTheSquareShrinks(int pixelsPerPixel) {
    byte[] bgr = new byte[3 * PATCH * PATCH];
    for (int y = 0; y < PATCH; y++) {
      for (int x = 0; x < PATCH; x++) {
        Arrays.fill(bgr, 3 * (y * PATCH + x), 3 * (y * PATCH + x) + 3, (byte) ((x + y) % 2 * 255));
      }
    }
    float[] crop = new float[EyeCrop.FLOATS];
    double width = pixelsPerPixel * EyeCrop.SIDE / 1.8;
    double middle = (PATCH - 1) / 2.0;
    EyeCrop.cut(
        bgr,
        PATCH,
        new EyeCorners(middle - width / 2, middle, middle + width / 2, middle),
        crop,
        0);

    double low = pixelsPerPixel == 1 ? 0 : pixelsPerPixel == 2 ? 127 : 112;
    for (int i = 0; i < crop.length; i++) {
      assertThat((double) crop[i]).isBetween(low, 255 - low);
    }
  }

  @Test
  void beyondThePatchItsEdgeGoesOn() {
    float[] crop = new float[EyeCrop.FLOATS];

    EyeCrop.cut(ramps(), PATCH, new EyeCorners(-20, 0, 20, 0), crop, 0);

    assertThat(crop[0]).isZero();
    assertThat(crop[EyeCrop.SIDE - 1]).isCloseTo(36 - 0.6f, within(0.1f));
    assertThat(crop[AREA]).isZero();
  }

  @Test
  void theOrderOfTheCornersIsOfNoConsequence() {
    float[] crop = new float[EyeCrop.FLOATS];
    float[] turned = new float[EyeCrop.FLOATS];

    EyeCrop.cut(ramps(), PATCH, new EyeCorners(60, 91, 108, 95), crop, 0);
    EyeCrop.cut(ramps(), PATCH, new EyeCorners(108, 95, 60, 91), turned, 0);

    assertThat(turned).isEqualTo(crop);
  }

  @Test
  void itIsWrittenWhereItIsWanted() {
    float[] both = new float[2 * EyeCrop.FLOATS];
    float[] alone = new float[EyeCrop.FLOATS];

    EyeCrop.cut(ramps(), PATCH, new EyeCorners(60, 91, 108, 95), alone, 0);
    EyeCrop.cut(ramps(), PATCH, new EyeCorners(60, 91, 108, 95), both, EyeCrop.FLOATS);

    assertThat(Arrays.copyOfRange(both, EyeCrop.FLOATS, both.length)).isEqualTo(alone);
    assertThat(Arrays.copyOf(both, EyeCrop.FLOATS)).containsOnly(0);
  }

  @Test
  void cornersThatAreNoTwoPointsAreRejected() {
    assertThatThrownBy(() -> new EyeCorners(3, 4, 3, 4))
        .hasMessage("an eye's corners at (3.0, 4.0) and (3.0, 4.0) are not two points");
    assertThatThrownBy(() -> new EyeCorners(3, Double.NaN, 5, 4)).hasMessageContaining("NaN");
  }

  @Test
  void aPatchOfAnotherSizeIsRejected() {
    assertThatThrownBy(
            () -> EyeCrop.cut(new byte[12], PATCH, new EyeCorners(1, 1, 2, 1), new float[0], 0))
        .hasMessage("a patch of 224 x 224 pixels has 150528 bytes, got 12");
  }
}
