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
import org.opencv.core.Rect;
import org.opencv.core.Size;

class RegionTest {

  private static final Size FRAME = new Size(1280, 720);

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
      float[] xy = inFrame(region, share[0], share[1]);
      double[] crop = apply(m, xy[0], xy[1]);
      // The middle of the crop lies between its pixels 95 and 96.
      assertThat(crop[0]).isCloseTo(192 * (share[0] + 0.5) - 0.5, within(1e-2));
      assertThat(crop[1]).isCloseTo(192 * (share[1] + 0.5) - 0.5, within(1e-2));
    }
  }

  @ParameterizedTest
  @MethodSource("regions")
  void aReducedPartOfTheFrameShowsTheSameCrop(Region region) {
    for (int reduction : new int[] {2, 3, 8}) {
      Rect part = region.around(reduction, FRAME);
      double[] whole = region.toCrop(192);
      double[] reduced = region.within(part, reduction).toCrop(192);
      for (int i = 0; i < 5; i++) {
        // Where the middles of the pixels lie that become this one.
        double x = part.x + i * reduction + (reduction - 1) / 2.0;
        double y = part.y + 2 * i * reduction + (reduction - 1) / 2.0;
        assertThat(apply(reduced, i, 2 * i)).containsExactly(apply(whole, x, y), within(1e-9));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("regions")
  void thePartThatIsReducedHoldsWhatTheFrameHasOfARegion(Region region) {
    for (int reduction : new int[] {2, 3, 8}) {
      Rect part = region.around(reduction, FRAME);
      assertThat(part.width % reduction).isZero();
      assertThat(part.height % reduction).isZero();
      assertThat(part.x).isNotNegative();
      assertThat(part.y).isNotNegative();
      assertThat(part.x + part.width).isLessThanOrEqualTo(1280);
      assertThat(part.y + part.height).isLessThanOrEqualTo(720);
      for (double[] corner : new double[][] {{-0.5, -0.5}, {-0.5, 0.5}, {0.5, -0.5}, {0.5, 0.5}}) {
        float[] xy = inFrame(region, corner[0], corner[1]);
        // Up to a rest at the frame's edge that fills no reduced pixel.
        double x = Math.max(0, Math.min(1280 - reduction, xy[0]));
        double y = Math.max(0, Math.min(720 - reduction, xy[1]));
        assertThat(x).isBetween((double) part.x, (double) part.x + part.width);
        assertThat(y).isBetween((double) part.y, (double) part.y + part.height);
      }
    }
  }

  private static double[] apply(double[] m, double x, double y) {
    return new double[] {m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]};
  }

  /** A point given by its distance from the region's middle, as a share of its side. */
  private static float[] inFrame(Region region, double across, double down) {
    return region.toFrame(192, (float) (192 * (across + 0.5)), (float) (192 * (down + 0.5)));
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
    System.arraycopy(inFrame(region, across, down), 0, xy, 2 * point, 2);
  }
}
