package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.FaceBox;
import io.gazeshift.ingest.locate.Landmarks;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegionTest {

  @Test
  void aDetectionIsLookedAtWithAMarginAndUpright() {
    // The head leans to the image's right: the person's left eye is lower.
    Region region = Region.of(new Detection(1, new FaceBox(100, 200, 80, 100), 120, 230, 150, 260));
    assertThat(region.centreX()).isEqualTo(140);
    assertThat(region.centreY()).isEqualTo(250);
    assertThat(region.sizePx()).isEqualTo(150);
    assertThat(region.angleRad()).isCloseTo(Math.PI / 4, within(1e-12));
  }

  static Stream<Region> regions() {
    SplittableRandom random = new SplittableRandom(3);
    return Stream.generate(
            () ->
                new Region(
                    random.nextDouble(0, 1280),
                    random.nextDouble(0, 720),
                    random.nextDouble(20, 700),
                    random.nextDouble(-Math.PI, Math.PI)))
        .limit(50);
  }

  @ParameterizedTest
  @MethodSource("regions")
  void whatIsReadInTheCropIsLedBackToWhereItWasCutOut(Region region) {
    double[] m = region.toCrop(192);
    for (double[] share : new double[][] {{0, 0}, {-0.5, 0.2}, {0.31, -0.44}}) {
      double x = region.frameX(share[0], share[1]);
      double y = region.frameY(share[0], share[1]);
      // The middle of the crop lies between its pixels 95 and 96.
      assertThat(m[0] * x + m[1] * y + m[2]).isCloseTo(192 * (share[0] + 0.5) - 0.5, within(1e-9));
      assertThat(m[3] * x + m[4] * y + m[5]).isCloseTo(192 * (share[1] + 0.5) - 0.5, within(1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("regions")
  void aFaceThatFillsItsRegionAsItShouldIsLookedForThereAgain(Region region) {
    float[] xy = new float[2 * MeshPoints.COUNT];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < MeshPoints.COUNT; i++) {
      put(xy, i, region, random.nextDouble(-0.3, 0.3), random.nextDouble(-1 / 3.0, 1 / 3.0));
    }
    put(xy, 0, region, 0, -1 / 3.0);
    put(xy, 1, region, 0, 1 / 3.0);
    put(xy, 2, region, -0.3, 0);
    put(xy, 3, region, 0.3, 0);
    put(xy, MeshPoints.RIGHT_EYE_OUTER, region, -0.2, -0.1);
    put(xy, MeshPoints.LEFT_EYE_OUTER, region, 0.2, -0.1);
    Region next = Region.of(Landmarks.of(xy));
    assertThat(next.centreX()).isCloseTo(region.centreX(), within(1e-2));
    assertThat(next.centreY()).isCloseTo(region.centreY(), within(1e-2));
    assertThat(next.sizePx()).isCloseTo(region.sizePx(), within(1e-2));
    assertThat(Math.cos(next.angleRad() - region.angleRad())).isCloseTo(1, within(1e-6));
  }

  @Test
  void aRegionThatHasLeftTheFrameIsOfNoUse() {
    assertThat(new Region(1279, 10, 300, 0).isUsable(1280, 720)).isTrue();
    assertThat(new Region(1281, 10, 300, 0).isUsable(1280, 720)).isFalse();
    assertThat(new Region(10, 10, 0.5, 0).isUsable(1280, 720)).isFalse();
    assertThat(new Region(Double.NaN, 10, 300, 0).isUsable(1280, 720)).isFalse();
  }

  private static void put(float[] xy, int point, Region region, double across, double down) {
    xy[2 * point] = (float) region.frameX(across, down);
    xy[2 * point + 1] = (float) region.frameY(across, down);
  }
}
