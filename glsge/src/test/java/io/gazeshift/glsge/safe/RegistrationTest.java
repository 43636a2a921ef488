package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RegistrationTest {

  private static final SitePrior CAR =
      SitePrior.of(
          List.of(
              new Gaussian(0.1, -0.3, Covariance.diagonal(0.03, 0.06)),
              new Gaussian(-0.3, 0.1, Covariance.diagonal(0.05, 0.05)),
              new Gaussian(0.3, 0.4, Covariance.diagonal(0.02, 0.03))),
          new double[] {0.7, 0.2, 0.1});

  @Test
  void whatAHeadSeesTooNarrowAsideAndNoisyIsPutBackToWherePeopleLook() {
    Matrix truth = draw(150);
    Matrix said = seen(truth, 0.85, 0.15, 0.05);

    Matrix gaze = Registration.of(said, CAR, TrainedGazeRange.EVERYTHING).gaze();

    assertThat(error(gaze, truth)).isLessThan(0.4 * error(said, truth));
  }

  @Test
  void whatIsSeenRightStaysAsItIs() {
    Matrix truth = draw(150);
    Matrix said = seen(truth, 1, 0, 0.01);

    Matrix gaze = Registration.of(said, CAR, TrainedGazeRange.EVERYTHING).gaze();

    assertThat(error(gaze, said)).isCloseTo(0, within(Math.toRadians(1.5)));
  }

  @Test
  void theMoreNoiseTheNearerToTheMiddleOfItsPlace() {
    Matrix truth = draw(150);

    assertThat(
            spread(
                Registration.of(seen(truth, 1, 0, 0.15), CAR, TrainedGazeRange.EVERYTHING).gaze()))
        .isLessThan(
            0.75
                * spread(
                    Registration.of(seen(truth, 1, 0, 0.01), CAR, TrainedGazeRange.EVERYTHING)
                        .gaze()));
  }

  @Test
  void aPlaceBeyondWhatWasTaughtIsKnownByWhereTheHeadStops() {
    TrainedGazeRange narrow =
        new TrainedGazeRange(new double[] {-0.5, -0.6}, new double[] {0.5, 0.1});
    Matrix truth = draw(150);
    Matrix said = seen(truth, 1, 0, 0.02);
    for (int i = 0; i < said.rows(); i++) {
      said.set(i, 1, Math.min(said.get(i, 1), 0.05));
    }

    Matrix gaze = Registration.of(said, CAR, narrow).gaze();

    assertThat(error(gaze, truth)).isLessThan(0.5 * error(said, truth));
  }

  @Test
  void aHeadThatSeesOnePlaceBesideTheOthersIsPutRight() {
    Matrix truth = draw(150);
    Matrix said = seen(truth, 1, 0, 0.01);
    for (int i = 0; i < said.rows(); i++) {
      if (i % 10 < 7) {
        said.set(i, 0, said.get(i, 0) + Math.toRadians(4));
      }
    }

    Matrix gaze = Registration.of(said, CAR, TrainedGazeRange.EVERYTHING).gaze();

    assertThat(error(gaze, truth)).isLessThan(0.5 * error(said, truth));
  }

  @Test
  void aSingleFixationAndOneAndTheSamePredictionGiveNumbers() {
    Matrix same = Matrix.zeros(20, 2);

    assertThat(Registration.of(draw(1), CAR, TrainedGazeRange.EVERYTHING).gaze().isFinite())
        .isTrue();
    assertThat(Registration.of(same, CAR, TrainedGazeRange.EVERYTHING).gaze().isFinite()).isTrue();
  }

  private static Matrix draw(int count) {
    SplittableRandom random = new SplittableRandom(11);
    Matrix gaze = Matrix.zeros(count, 2);
    for (int i = 0; i < count; i++) {
      Gaussian place = CAR.mixture().parts().get(i % 10 < 7 ? 0 : i % 10 < 9 ? 1 : 2);
      gaze.set(i, 0, place.meanX() + place.covariance().xSigma() * random.nextGaussian());
      gaze.set(i, 1, place.meanY() + place.covariance().ySigma() * random.nextGaussian());
    }
    return gaze;
  }

  private static Matrix seen(Matrix truth, double slope, double offset, double noise) {
    SplittableRandom random = new SplittableRandom(12);
    Matrix said = truth.copy();
    for (int i = 0; i < said.rows(); i++) {
      for (int c = 0; c < 2; c++) {
        said.set(i, c, slope * truth.get(i, c) + offset + noise * random.nextGaussian());
      }
    }
    return said;
  }

  private static double error(Matrix gaze, Matrix truth) {
    double sum = 0;
    for (int i = 0; i < gaze.rows(); i++) {
      sum +=
          Math.hypot(gaze.get(i, 0) - truth.get(i, 0), gaze.get(i, 1) - truth.get(i, 1))
              / gaze.rows();
    }
    return sum;
  }

  /** Within the place that most people look at. */
  private static double spread(Matrix gaze) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < gaze.rows(); i++) {
      if (i % 10 < 7) {
        sum += Math.abs(gaze.get(i, 1) + 0.3);
        count++;
      }
    }
    return sum / count;
  }
}
