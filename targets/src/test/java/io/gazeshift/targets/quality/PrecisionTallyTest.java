package io.gazeshift.targets.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrecisionTallyTest {

  private static final long FRAME = 33_333;

  @Test
  void fourFramesByHand() {
    // Horizontal -1, +1, -1, +1 and vertical -1, -1, +1, +1, tenths of a degree, about their mean.
    Precision precision =
        of(
            List.of(
                steady(
                    Gaze.ofDegrees(-0.1, -0.1),
                    Gaze.ofDegrees(-0.1, 0.1),
                    Gaze.ofDegrees(0.1, -0.1),
                    Gaze.ofDegrees(0.1, 0.1))));

    assertThat(precision.fixations()).isEqualTo(1);
    assertThat(precision.frames()).isEqualTo(4);
    // Steps 0.2, 0.2 √2 and 0.2: √((0.04 + 0.08 + 0.04) / 3).
    assertThat(precision.rmsS2sDeg()).isCloseTo(0.230940, within(1e-5));
    // Each axis: √(4 · 0.01 / 3) = 0.115470; both: √2 times that.
    assertThat(precision.stdDeg()).isCloseTo(0.163299, within(1e-5));
    // 2 π · 1.139434 · 0.115470², without correlation.
    assertThat(precision.bceaDeg2()).isCloseTo(0.0954570, within(1e-6));
  }

  @Test
  void framesOnALineHaveNoArea() {
    Precision precision =
        of(
            List.of(
                steady(Gaze.ofDegrees(0, 0), Gaze.ofDegrees(0.1, 0.1), Gaze.ofDegrees(0.2, 0.2))));

    assertThat(precision.bceaDeg2()).isCloseTo(0, within(1e-6));
    assertThat(precision.stdDeg()).isCloseTo(0.141421, within(1e-5));
  }

  /** Known for a normal distribution, however the frames are cut into fixations. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5, 0, 0, 3",
    "0.5, 0.5, 0, 0, 100",
    "2, 1, 30, -40, 5",
    "0.3, 1.2, -55, 20, 8",
    "1, 1, 80, 10, 4"
  })
  void whiteNoiseIsFoundAsItIs(
      double verticalDeg, double horizontalDeg, double pitchDeg, double yawDeg, int frames) {
    Random random = new Random(7);
    List<SteadyGaze> fixations = new ArrayList<>();
    for (int i = 0; i < 60_000 / frames; i++) {
      // Where each fixation is must not matter.
      double pitch = pitchDeg + 3 * random.nextGaussian();
      double yaw = yawDeg + 8 * random.nextGaussian();
      Gaze[] gazes = new Gaze[frames];
      for (int k = 0; k < frames; k++) {
        gazes[k] =
            near(
                Gaze.ofDegrees(pitch, yaw),
                verticalDeg * random.nextGaussian(),
                horizontalDeg * random.nextGaussian());
      }
      fixations.add(steady(gazes));
    }

    Precision precision = of(fixations);

    double both = Math.hypot(verticalDeg, horizontalDeg);
    assertThat(precision.stdDeg()).isCloseTo(both, within(0.02 * both));
    assertThat(precision.rmsS2sDeg()).isCloseTo(Math.sqrt(2) * both, within(0.02 * both));
    double area = 2 * Math.PI * -Math.log(0.32) * verticalDeg * horizontalDeg;
    assertThat(precision.bceaDeg2()).isCloseTo(area, within(0.03 * area));
  }

  @Test
  void theEllipseHas68PercentOfTheFrames() {
    Random random = new Random(3);
    int inside = 0;
    int frames = 40_000;
    Gaze[] gazes = new Gaze[frames];
    for (int i = 0; i < frames; i++) {
      gazes[i] = near(Gaze.ofDegrees(10, 20), random.nextGaussian(), random.nextGaussian());
    }
    Precision precision = of(List.of(steady(gazes)));

    // A circle here, as both axes are alike.
    double radius = Math.sqrt(precision.bceaDeg2() / Math.PI);
    Gaze centre = AngularOffset.centre(List.of(gazes));
    for (Gaze gaze : gazes) {
      inside += Math.toDegrees(centre.angleToRad(gaze)) < radius ? 1 : 0;
    }

    assertThat((double) inside / frames).isCloseTo(0.68, within(0.01));
  }

  @Test
  void aStepOverAMissingFrameIsNotSuccessive() {
    List<TimedGaze> frames = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      // Two places, with a missing frame between them.
      long micros = FRAME * (i < 5 ? i : i + 1);
      frames.add(new TimedGaze(micros, Gaze.ofDegrees(0, i < 5 ? 0 : 1)));
    }

    Precision precision = of(List.of(SteadyGaze.of("a", 0, frames)));

    assertThat(precision.rmsS2sDeg()).isCloseTo(0, within(1e-9));
    assertThat(precision.stdDeg()).isGreaterThan(0.5);
  }

  @Test
  void tooFewFramesHaveNoPrecision() {
    PrecisionTally tally = new PrecisionTally();
    assertThat(tally.precision()).isEmpty();
    tally.add(steady(Gaze.ofDegrees(0, 0)));
    tally.add(steady(Gaze.ofDegrees(0, 0), Gaze.ofDegrees(0, 1)));
    assertThat(tally.precision()).isEmpty();
    tally.add(steady(Gaze.ofDegrees(5, 0), Gaze.ofDegrees(5, 1)));
    assertThat(tally.precision()).hasValueSatisfying(p -> assertThat(p.fixations()).isEqualTo(2));
  }

  private static Precision of(List<SteadyGaze> fixations) {
    PrecisionTally tally = new PrecisionTally();
    fixations.forEach(tally::add);
    return tally.precision().orElseThrow();
  }

  private static SteadyGaze steady(Gaze... gazes) {
    List<TimedGaze> frames = new ArrayList<>();
    for (Gaze gaze : gazes) {
      frames.add(new TimedGaze(FRAME * frames.size(), gaze));
    }
    return SteadyGaze.of("a", 0, frames);
  }

  /** So many degrees away on the sphere, to first order. */
  private static Gaze near(Gaze centre, double verticalDeg, double horizontalDeg) {
    double[] at = centre.vector();
    double p = centre.pitchRad();
    double y = centre.yawRad();
    double up = Math.toRadians(verticalDeg);
    double left = Math.toRadians(horizontalDeg);
    return Gaze.along(
        at[0] + up * Math.sin(p) * Math.sin(y) - left * Math.cos(y),
        at[1] - up * Math.cos(p),
        at[2] + up * Math.sin(p) * Math.cos(y) + left * Math.sin(y));
  }
}
