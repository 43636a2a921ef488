package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PolygonsTest {

  private static final double[] SQUARE = {0, 0, 10, 0, 10, 10, 0, 10};

  @Test
  void whatLiesInsideIsKept() {
    double[] inside = {2, 2, 5, 3, 3, 6};

    assertThat(Polygons.clip(inside, SQUARE)).containsExactly(inside);
  }

  @Test
  void whatLiesOutsideIsGone() {
    assertThat(Polygons.clip(new double[] {20, 20, 25, 20, 22, 25}, SQUARE)).isEmpty();
  }

  @Test
  void whatCrossesTheEdgeIsCutThereWhicheverWayTheWindowRuns() {
    double[] crossing = {5, 2, 15, 2, 15, 8, 5, 8};
    double[] reversed = {0, 10, 10, 10, 10, 0, 0, 0};

    assertThat(area(Polygons.clip(crossing, SQUARE))).isCloseTo(30, within(1e-9));
    assertThat(area(Polygons.clip(crossing, reversed))).isCloseTo(30, within(1e-9));
  }

  @Test
  void twoCurvesMakeOnePolygon() {
    assertThat(Polygons.between(new double[] {0, 0, 1, 1}, new double[] {0, 5, 1, 6}))
        .containsExactly(0, 0, 1, 1, 1, 6, 0, 5);
  }

  private static double area(double[] p) {
    double sum = 0;
    for (int i = 0; i < p.length; i += 2) {
      int j = (i + 2) % p.length;
      sum += p[i] * p[j + 1] - p[j] * p[i + 1];
    }
    return Math.abs(sum / 2);
  }
}
