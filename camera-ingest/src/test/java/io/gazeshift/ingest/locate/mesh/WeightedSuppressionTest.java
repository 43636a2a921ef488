package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.FaceBox;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedSuppressionTest {

  @Test
  void detectionsOfOneFaceBecomeTheirMeanByScore() {
    List<Detection> merged =
        WeightedSuppression.merge(List.of(detection(0.3, 103), detection(0.9, 100)));
    assertThat(merged).hasSize(1);
    assertThat(merged.get(0).score()).isEqualTo(0.9);
    assertThat(merged.get(0).box().x()).isCloseTo(100.75, within(1e-9));
    assertThat(merged.get(0).rightEyeX()).isCloseTo(105.75, within(1e-9));
  }

  @Test
  void facesApartStayApartTheSurestFirst() {
    assertThat(WeightedSuppression.merge(List.of(detection(0.7, 0), detection(0.8, 200))))
        .containsExactly(detection(0.8, 200), detection(0.7, 0));
  }

  @Test
  void nothingStaysNothing() {
    assertThat(WeightedSuppression.merge(List.of())).isEmpty();
  }

  private static Detection detection(double score, double x) {
    return new Detection(score, new FaceBox(x, 0, 40, 40), x + 5, 10, x + 35, 10);
  }
}
