package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TargetComponentsTest {

  private static final int FIXATIONS = 1200;
  private static final double SPREAD = 0.1;

  private final Random random = new Random(3);
  private final Grouping fixations = Grouping.of(IntStream.range(0, FIXATIONS).toArray());

  @Test
  void differencesThatOtherPeopleShowAreTheHeads() {
    TargetComponents two = components(2, 0.04, 0.04 * 0.04);

    assertThat(two.bias().get(0, 1)).isCloseTo(0.04, within(0.01));
    assertThat(two.bias().get(1, 1)).isCloseTo(-0.04, within(0.01));
    assertThat(two.bias().get(0, 0)).as("pitch does not differ").isCloseTo(0, within(0.01));
    assertThat(two.severalPeople()).isTrue();
  }

  @Test
  void theSpreadIsFreeOfTheBiasAndTheMeanStays() {
    TargetComponents twelve = components(12, 0.08, 0.08 * 0.08);

    assertThat(twelve.spread(1)).isCloseTo(SPREAD * SPREAD, withinPercentage(10));
    assertThat(Columns.variance(twelve.unbiased())[1])
        .isCloseTo(SPREAD * SPREAD, withinPercentage(10));
    assertThat(Columns.mean(twelve.unbiased())[1])
        .isCloseTo(Columns.mean(means(12, 0.08, new Random(3)))[1], within(1e-12));
  }

  @Test
  void greaterDifferencesAreMostlyThePeoplesAndStayInTheSpread() {
    TargetComponents seats = components(2, 0.3, 0.01 * 0.01);

    assertThat(Math.abs(seats.bias().get(0, 1))).isLessThan(0.01);
    assertThat(seats.spread(1)).isGreaterThan(0.3 * 0.3);
  }

  @Test
  void nothingIsKnownOfOnePersonOrOfUnknownOnes() {
    Matrix means = means(2, 0.04, random);
    PerAxis any = new PerAxis(1, 1);

    for (long[] track :
        new long[][] {
          {}, new long[FIXATIONS], LongStream.range(0, FIXATIONS).toArray(),
        }) {
      TargetComponents unknown = TargetComponents.of(means, fixations, track, any);

      assertThat(unknown.bias().data()).containsOnly(0);
      assertThat(unknown.severalPeople()).isFalse();
      assertThat(unknown.spread(1)).isEqualTo(Columns.variance(means)[1]);
    }
  }

  private TargetComponents components(int people, double off, double known) {
    return TargetComponents.of(
        means(people, off, random), fixations, track(people), new PerAxis(known, known));
  }

  private static long[] track(int people) {
    return LongStream.range(0, FIXATIONS).map(f -> f % people).toArray();
  }

  /** People in turn, every other one seen too far to one side and the rest to the other. */
  private static Matrix means(int people, double off, Random random) {
    Matrix means = Matrix.zeros(FIXATIONS, 2);
    for (int f = 0; f < FIXATIONS; f++) {
      means.set(f, 0, SPREAD * random.nextGaussian());
      means.set(f, 1, SPREAD * random.nextGaussian() + (f % people % 2 == 0 ? off : -off));
    }
    return means;
  }
}
