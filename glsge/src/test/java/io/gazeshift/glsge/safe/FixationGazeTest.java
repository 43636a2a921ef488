package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** People who share one gaze distribution, seen with an offset each and with noise. */
class FixationGazeTest {

  private static final int FIXATIONS = 600;
  private static final int PEOPLE = 12;
  private static final double BIAS = 0.06;
  private static final double NOISE = 0.06;
  private static final double SOURCE = 0.2;

  private final Random random = new Random(7);
  private final Matrix truth = Matrix.zeros(FIXATIONS, 2);
  private final Matrix seen = Matrix.zeros(FIXATIONS, 2);

  @Test
  void narrowGazeIsRecognisedThroughPeoplesOffsets() {
    FixationGaze gaze = estimate(0.05, 0, true, () -> SOURCE * random.nextGaussian());

    assertThat(gaze.isNarrow()).isTrue();
    assertThat(Math.sqrt(gaze.distribution().variance().yaw()))
        .isCloseTo(0.05, withinPercentage(25));
    assertThat(error(gaze.gaze())).isLessThan(0.65 * error(seen));
  }

  @Test
  void withoutTracksTheOffsetsCountAsNoise() {
    FixationGaze gaze = estimate(0.05, 0, false, () -> SOURCE * random.nextGaussian());

    assertThat(gaze.isNarrow()).isTrue();
    assertThat(error(gaze.gaze())).isLessThan(0.85 * error(seen));
  }

  @Test
  void gazeAsWideAsTheSourcesKeepsItsSpreadAndLosesTheOffsets() {
    FixationGaze gaze = estimate(SOURCE, 0, true, () -> SOURCE * random.nextGaussian());

    assertThat(gaze.isNarrow()).isFalse();
    assertThat(gaze.rho()).isGreaterThan(0.8);
    assertThat(gaze.describe()).contains("keeps (1.00, 1.00)");
    assertThat(error(gaze.gaze())).isLessThan(0.9 * error(seen));
  }

  @Test
  void howeverNarrowTheGazePredictionsDoNotCollapse() {
    FixationGaze gaze = estimate(0, 0, true, () -> SOURCE * random.nextGaussian());

    double[] spread = Columns.variance(gaze.gaze());
    assertThat(Math.sqrt(spread[1])).isGreaterThan(0.9 * FixationGaze.LEAST_SPREAD * NOISE);
    assertThat(gaze.distribution().variance().yaw()).isPositive();
  }

  @Test
  void theMeanStaysWhereTheSourceHasLabelsAllAround() {
    FixationGaze gaze = estimate(0.02, 0.1, true, () -> random.nextDouble(-0.35, 0.35));

    assertThat(Columns.mean(gaze.gaze())[1]).isCloseTo(Columns.mean(seen)[1], within(0.01));
  }

  /** Where labels are few and apart, narrow gaze is at one of them and not beside it. */
  @Test
  void theMeanMovesToTheOnlyLabelsNear() {
    FixationGaze gaze = estimate(0.0, 0.14, true, () -> 0.175 * (random.nextInt(5) - 2));

    assertThat(Columns.mean(seen)[1]).isLessThan(0.16);
    assertThat(Columns.mean(gaze.gaze())[1])
        .isGreaterThan(Columns.mean(seen)[1])
        .isCloseTo(0.175, within(0.02));
  }

  private FixationGaze estimate(double spread, double mean, boolean tracks, DoubleSupplier labels) {
    double[][] off = new double[PEOPLE][2];
    for (double[] person : off) {
      person[0] = BIAS * random.nextGaussian();
      person[1] = BIAS * random.nextGaussian();
    }
    centre(off);
    for (int f = 0; f < FIXATIONS; f++) {
      for (int c = 0; c < 2; c++) {
        truth.set(f, c, (c == 1 ? mean : 0) + spread * random.nextGaussian());
        seen.set(f, c, truth.get(f, c) + off[f % PEOPLE][c] + NOISE * random.nextGaussian());
      }
    }
    Matrix source = Matrix.zeros(3000, 2);
    for (int i = 0; i < source.data().length; i++) {
      source.data()[i] = labels.getAsDouble();
    }
    PersonErrors errors =
        new PersonErrors(
            new PerAxis(1, 1),
            new PerAxis(NOISE * NOISE, NOISE * NOISE),
            new PerAxis(BIAS * BIAS, BIAS * BIAS));
    return new FixationGaze(
        TargetComponents.of(
            seen,
            Grouping.of(IntStream.range(0, FIXATIONS).toArray()),
            tracks ? LongStream.range(0, FIXATIONS).map(f -> f % PEOPLE).toArray() : new long[0],
            errors.bias()),
        errors,
        new PerAxis(0, 0),
        new SourceLabels(source),
        SafeSettings.DEFAULT);
  }

  /** Without an offset that all people share, which nothing could find. */
  private static void centre(double[][] off) {
    for (int c = 0; c < 2; c++) {
      double mean = 0;
      for (double[] person : off) {
        mean += person[c] / off.length;
      }
      for (double[] person : off) {
        person[c] -= mean;
      }
    }
  }

  private double error(Matrix gaze) {
    double sum = 0;
    for (int f = 0; f < FIXATIONS; f++) {
      sum +=
          Math.hypot(gaze.get(f, 0) - truth.get(f, 0), gaze.get(f, 1) - truth.get(f, 1))
              / FIXATIONS;
    }
    return sum;
  }
}
