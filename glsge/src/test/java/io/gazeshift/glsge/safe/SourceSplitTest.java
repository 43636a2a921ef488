package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SourceSplitTest {

  @Test
  void everyOtherValidationPersonJudgesWhateverTheOrderOfTheRows() {
    SourceSplit split = SourceSplit.of(bank(200, 1, 2, 3), bank(500, 90, 7, 80, 15, 8));

    assertThat(split.adaptation().train().persons()).containsOnly(1, 2, 3);
    assertThat(split.adaptation().estimate().orElseThrow().persons()).containsOnly(8, 80);
    assertThat(split.judge().persons()).containsOnly(7, 15, 90);
    assertThat(split.shortage()).isEmpty();
  }

  @Test
  void aSinglePersonJudgesAndNothingIsEstimated() {
    SourceSplit split = SourceSplit.of(bank(200, 1, 2), bank(150, 9));

    assertThat(split.judge().persons()).hasSize(150).containsOnly(9);
    assertThat(split.adaptation().estimate()).isEmpty();
    assertThat(split.shortage().orElseThrow())
        .contains("there are 0 frames of validation people to estimate with")
        .contains("Hold out more people");
  }

  @Test
  void tooFewFramesToJudgeOnAreReported() {
    SourceSplit split = SourceSplit.of(bank(200, 1, 2), bank(180, 8, 9));

    assertThat(split.judge().size()).isEqualTo(90);
    assertThat(split.shortage().orElseThrow())
        .contains("judges on 90 frames")
        .contains("fewer than 100");
  }

  @Test
  void rowsWithoutPersonsAreCutInTheMiddleAndThatIsReported() {
    SourceBank named = bank(301, 5);
    SourceSplit split =
        SourceSplit.of(bank(200, 1, 2), SourceBank.of(named.features(), named.gaze()));

    assertThat(split.adaptation().estimate().orElseThrow().size()).isEqualTo(150);
    assertThat(split.judge().size()).isEqualTo(151);
    assertThat(split.judge().gaze().get(150, 0)).isEqualTo(named.gaze().get(300, 0));
    assertThat(split.shortage().orElseThrow()).contains("have no numbers");
  }

  @Test
  void peopleOfAnotherBackboneAreRejected() {
    SourceBank wide = SourceBank.of(FeatureRows.of(new float[9], 3), bank(3, 1).gaze());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> SourceSplit.of(bank(200, 1, 2), wide))
        .withMessageContaining("the bank has 2 features but its validation people 3");
  }

  /** So many rows in all, one person after another. */
  private static SourceBank bank(int rows, long... people) {
    Matrix gaze = Matrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      gaze.set(i, 0, 0.01 * (i % 20));
      gaze.set(i, 1, 0.01 * (i % 30));
    }
    long[] persons = new long[rows];
    Arrays.setAll(persons, i -> people[i % people.length]);
    return new SourceBank(FeatureRows.of(new float[2 * rows], 2), gaze, persons, "");
  }
}
