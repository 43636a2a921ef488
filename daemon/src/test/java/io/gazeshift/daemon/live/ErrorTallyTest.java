package io.gazeshift.daemon.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorTallyTest {

  @Test
  void oneFactorIsTheBestForAllFacesAndNotAnotherForEach() {
    ErrorTally tally = new ErrorTally();
    tally.add(score(6, 0, 1));
    tally.add(score(9, 4, 1));

    // Each by its own best would be 1; the first one's leaves (1 + 9) / 2, the second one's this.
    assertThat(tally.shrunkDegrees()).isEqualTo((6 + 1) / 2.0);
  }

  @Test
  void whatAPriorGivesIsAMeanOverTheFacesOfWhichItIsKnown() {
    ErrorTally tally = new ErrorTally();
    tally.add(score(5, 0, 1));
    assertThat(tally.priorDegrees()).isEmpty();
    assertThat(tally.offsetDegrees()).isEmpty();

    tally.add(withPrior(9, 3));
    tally.add(withPrior(11, 5));

    assertThat(tally.priorDegrees()).hasValue(10);
    assertThat(tally.offsetDegrees()).hasValue(4);
  }

  /** Everything is wrong by that much but one factor. */
  private static FaceScore score(double degrees, int factor, double there) {
    double[] shrunk = new double[Shrinkage.FACTORS];
    Arrays.fill(shrunk, degrees);
    shrunk[factor] = there;
    return new FaceScore(
        Instant.EPOCH, 1, degrees, degrees, shrunk, Gaze.INTO_CAMERA, Optional.empty());
  }

  private static FaceScore withPrior(double alone, double offset) {
    return new FaceScore(
        Instant.EPOCH,
        1,
        1,
        1,
        new double[Shrinkage.FACTORS],
        Gaze.INTO_CAMERA,
        Optional.of(new FaceScore.ByPrior(alone, offset)));
  }
}
