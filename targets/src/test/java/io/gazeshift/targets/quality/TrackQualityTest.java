package io.gazeshift.targets.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.event.GazeSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrackQualityTest {

  private static final long BEGIN = 1_700_000_000_000_000L;
  private static final double OPEN = 0.8;
  private static final double NOISE_DEG = 0.6;

  /** A camera of 20 frames a second and a face that looks at things. */
  private static final class Session {
    private static final long FRAME = 50_000;
    private final Random random = new Random(11);
    private final List<TrackFrame> frames = new ArrayList<>();
    private long seq;

    Session look(String target, double yawDeg, int count, long head) {
      return look(target, yawDeg, count, head, OPEN);
    }

    Session look(String target, double yawDeg, int count, long head, double openness) {
      for (int i = 0; i < count; i++) {
        Gaze gaze =
            Gaze.ofDegrees(
                NOISE_DEG * random.nextGaussian(), yawDeg + NOISE_DEG * random.nextGaussian());
        frames.add(
            new TrackFrame(seq, new GazeSample(BEGIN + FRAME * seq, gaze, openness, target), head));
        seq++;
      }
      return this;
    }

    /** Frames in which the face was not seen. */
    Session without(int count) {
      seq += count;
      return this;
    }
  }

  @Test
  void whatTheCameraCapturedAndTheFaceHasNotIsLost() {
    Session session = new Session().look("a", 0, 50, 0).without(5).look("a", 0, 45, 0);

    Coverage coverage = TrackQuality.of(session.frames).coverage();

    assertThat(coverage.expectedFrames()).isEqualTo(100);
    assertThat(coverage.seenFrames()).isEqualTo(95);
    assertThat(coverage.dataLoss()).isCloseTo(0.05, within(1e-9));
    assertThat(coverage.seconds()).isCloseTo(5, within(1e-6));
    assertThat(coverage.effectiveHz()).isCloseTo(19, within(1e-6));
  }

  @Test
  void closedEyesAreLostToo() {
    Session session =
        new Session().look("a", 0, 40, 0).look("a", -3, 4, 0, 0.05).look("a", 0, 36, 0);

    Coverage coverage = TrackQuality.of(session.frames).coverage();

    assertThat(coverage.seenFrames()).isEqualTo(80);
    assertThat(coverage.closedFrames()).isEqualTo(4);
    assertThat(coverage.dataLoss()).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void whileTheFaceIsAwayNothingIsExpected() {
    Session session = new Session().look("a", 0, 40, 0).without(1000).look("a", 0, 60, 0);

    Coverage coverage = TrackQuality.of(session.frames).coverage();

    assertThat(coverage.expectedFrames()).isEqualTo(100);
    assertThat(coverage.dataLoss()).isZero();
    assertThat(coverage.seconds()).isCloseTo(5, within(1e-6));
  }

  @Test
  void precisionIsThatOfTheNoiseAlthoughTheEyesMove() {
    Session session = new Session();
    for (int i = 0; i < 40; i++) {
      session.look(i % 2 == 0 ? "left" : "right", i % 2 == 0 ? 20 : -20, 20, 0);
    }

    TrackQuality quality = TrackQuality.of(session.frames);

    PrecisionTally tally = new PrecisionTally();
    quality.steady().forEach(tally::add);
    Precision precision = tally.precision().orElseThrow();
    double both = Math.sqrt(2) * NOISE_DEG;
    assertThat(precision.fixations()).isBetween(40, 44);
    assertThat(precision.stdDeg()).isCloseTo(both, within(0.08 * both));
    assertThat(precision.rmsS2sDeg()).isCloseTo(Math.sqrt(2) * both, within(0.08 * both));
    assertThat(quality.steady()).extracting(SteadyGaze::target).containsOnly("left", "right");
  }

  /** With the lids the gaze goes down; the detector knows, and so must the precision. */
  @Test
  void aBlinkDoesNotCountAsNoise() {
    Session session =
        new Session().look("a", 0, 40, 0).look("a", 25, 3, 0, 0.05).look("a", 0, 40, 0);

    List<SteadyGaze> steady = TrackQuality.of(session.frames).steady();

    assertThat(steady).isNotEmpty();
    assertThat(steady)
        .flatExtracting(SteadyGaze::gazes)
        .allSatisfy(gaze -> assertThat(gaze.yawDeg()).isLessThan(10));
  }

  @Test
  void aFixationIsCutWhereAnotherHeadTakesOver() {
    // The new head sees the same gaze one degree elsewhere, which is within a noisy fixation.
    Session session = new Session().look("a", 0, 30, 3).look("a", 1, 30, 4);

    List<SteadyGaze> steady = TrackQuality.of(session.frames).steady();

    assertThat(steady).extracting(SteadyGaze::headVersion).contains(3L, 4L);
    assertThat(steady.stream().mapToInt(each -> each.frames().size()).sum()).isEqualTo(60);
    PrecisionTally tally = new PrecisionTally();
    steady.forEach(tally::add);
    double both = Math.sqrt(2) * NOISE_DEG;
    assertThat(tally.precision().orElseThrow().stdDeg()).isCloseTo(both, within(0.2 * both));
  }

  @Test
  void theOrderOfArrivalDoesNotMatterNorFramesThatComeTwice() {
    Session session = new Session().look("a", 0, 50, 0).without(3).look("b", 15, 50, 0);
    TrackQuality expected = TrackQuality.of(session.frames);
    List<TrackFrame> shuffled = new ArrayList<>(session.frames);
    shuffled.addAll(session.frames.subList(10, 20));
    Collections.shuffle(shuffled, new Random(1));

    assertThat(TrackQuality.of(shuffled)).isEqualTo(expected);
  }

  @Test
  void aSingleFrameAndNoneAreNoProblem() {
    Session session = new Session().look("a", 0, 1, 0);

    assertThat(TrackQuality.of(List.of()).coverage()).isEqualTo(Coverage.NONE);
    TrackQuality one = TrackQuality.of(session.frames);
    assertThat(one.coverage().expectedFrames()).isEqualTo(1);
    assertThat(one.coverage().effectiveHz()).isZero();
    assertThat(one.steady()).isEmpty();
  }
}
