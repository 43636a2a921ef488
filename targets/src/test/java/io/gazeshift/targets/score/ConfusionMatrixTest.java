package io.gazeshift.targets.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfusionMatrixTest {

  private static final List<Target> TARGETS =
      List.of(
          new Target("road", new TargetShape.Direction(Gaze.INTO_CAMERA, 8)),
          new Target("mirror", new TargetShape.Direction(Gaze.ofDegrees(0, 40), 8)));

  @Test
  void rowsAreTheTruthAndColumnsWhatWasSaid() {
    ConfusionCounts counts = new ConfusionCounts(TARGETS);
    for (int i = 0; i < 3; i++) {
      counts.add("road", "road");
    }
    counts.add("road", "mirror");
    counts.add("mirror", "mirror");
    counts.add("elsewhere", "road");

    ConfusionMatrix matrix = counts.matrix();

    assertThat(matrix.names()).containsExactly("road", "mirror", "elsewhere");
    assertThat(matrix.counts())
        .containsExactly(List.of(3L, 1L, 0L), List.of(0L, 1L, 0L), List.of(1L, 0L, 0L));
    assertThat(matrix.faces()).isEqualTo(6);
    assertThat(matrix.faces("road")).isEqualTo(4);
    assertThat(matrix.share("road", "mirror")).isEqualTo(0.25);
    assertThat(matrix.correct()).isCloseTo(4.0 / 6, within(1e-12));
  }

  @Test
  void aMatrixDoesNotChangeWithItsCounts() {
    ConfusionCounts counts = new ConfusionCounts(TARGETS);
    ConfusionMatrix before = counts.matrix();
    counts.add("road", "road");

    assertThat(before.faces()).isZero();
    assertThat(before.correct()).isNaN();
  }

  @Test
  void namesOfOtherTargetsDoNotCount() {
    ConfusionCounts counts = new ConfusionCounts(TARGETS);
    counts.add("road", "radio");
    counts.add("radio", "road");

    assertThat(counts.matrix().faces()).isZero();
  }

  @Test
  void aMatrixIsSquare() {
    assertThatThrownBy(() -> new ConfusionMatrix(List.of("a", "b"), List.of(List.of(1L, 2L))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 names");
  }
}
