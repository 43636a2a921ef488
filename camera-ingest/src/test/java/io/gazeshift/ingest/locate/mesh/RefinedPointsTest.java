package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.locate.Iris;
import io.gazeshift.ingest.locate.Landmarks;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RefinedPointsTest {

  @Test
  void everyPointIsReplacedOnceByItsOwn() {
    float[] mesh = new float[2 * MeshPoints.COUNT];
    for (RefinedPoints refined : RefinedPoints.values()) {
      float[] xy = new float[2 * refined.count()];
      for (int i = 0; i < refined.count(); i++) {
        xy[2 * i] = refined.point(i) + 1;
        xy[2 * i + 1] = -refined.point(i) - 1;
      }
      refined.replace(mesh, xy);
    }
    int replaced = 0;
    for (int i = 0; i < MeshPoints.COUNT; i++) {
      assertThat(mesh[2 * i]).isIn(0f, i + 1f);
      assertThat(mesh[2 * i + 1]).isEqualTo(-mesh[2 * i]);
      replaced += mesh[2 * i] == 0 ? 0 : 1;
    }
    assertThat(replaced)
        .isEqualTo(Arrays.stream(RefinedPoints.values()).mapToInt(RefinedPoints::count).sum())
        .isEqualTo(71 + 71);
  }

  @Test
  void bothEyesAreListedInTheSameOrder() {
    AverageFace face = AverageFace.of(RealModels.orSkip());
    for (int i = 0; i < RefinedPoints.RIGHT_EYE.count(); i++) {
      int right = RefinedPoints.RIGHT_EYE.point(i);
      int left = RefinedPoints.LEFT_EYE.point(i);
      assertThat(face.x(left)).as("%d and %d", right, left).isCloseTo(-face.x(right), within(0.5));
      assertThat(face.y(left)).isCloseTo(face.y(right), within(0.5));
      assertThat(face.x(left)).isPositive();
    }
  }

  @Test
  void anIrisHasTheMeanRadiusOfItsEdgeWhereverItIs() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 50; i++) {
      double x = random.nextDouble(0, 1280);
      double y = random.nextDouble(0, 720);
      double across = random.nextDouble(2, 20);
      double down = random.nextDouble(2, 20);
      double angle = random.nextDouble(-Math.PI, Math.PI);
      float[] points = new float[20];
      put(points, 5, x, y);
      for (int k = 0; k < 4; k++) {
        double radius = k % 2 == 0 ? across : down;
        double towards = angle + k * Math.PI / 2;
        put(points, 6 + k, x + radius * Math.cos(towards), y + radius * Math.sin(towards));
      }
      Iris iris = FaceMesh.iris(Landmarks.of(points), 5);
      assertThat(iris.x()).isCloseTo(x, within(1e-3));
      assertThat(iris.y()).isCloseTo(y, within(1e-3));
      assertThat(iris.radiusPx()).isCloseTo((across + down) / 2, within(1e-3));
    }
  }

  private static void put(float[] xy, int point, double x, double y) {
    xy[2 * point] = (float) x;
    xy[2 * point + 1] = (float) y;
  }
}
