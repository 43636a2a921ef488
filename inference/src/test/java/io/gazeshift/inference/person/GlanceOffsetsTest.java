package io.gazeshift.inference.person;

import static io.gazeshift.inference.person.PersonGlances.FRAME_MICROS;
import static io.gazeshift.inference.person.PersonGlances.face;
import static io.gazeshift.inference.person.PersonGlances.frame;
import static io.gazeshift.inference.person.PersonGlances.glance;
import static io.gazeshift.inference.person.PersonGlances.head;
import static io.gazeshift.inference.person.PersonGlances.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.PersonOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Offsets of persons by their glances. */
class GlanceOffsetsTest {

  private static final double BIAS_SD = Math.toRadians(4);
  private static final double LOOK_SD = Math.toRadians(3);

  /** 68 percent of all errors are within 5 degrees. */
  private static final HeadAccuracy ACCURACY =
      new HeadAccuracy(Math.toRadians(5), Math.toRadians(5), BIAS_SD, BIAS_SD);

  private static final ExpectedGaze AROUND_ZERO =
      (domain, cameraToVirtual) ->
          Optional.of(new ExpectedGaze.Moments(new PitchYaw(0, 0), new PitchYaw(0.1, 0.1)));
  private static final VersionedHead HEAD = head(1);
  private static final Gaze AHEAD = new Gaze(0, 0);

  private final SplittableRandom random = new SplittableRandom(3);
  private final TrackGlances glances = new TrackGlances(frame -> true);
  private final PersonOffsets offsets =
      new PersonOffsets(ExpectedGaze.UNKNOWN, glances, Optional.of(ACCURACY));
  private long frame;
  private int ids;

  @Test
  void peopleWithGlancesAreCorrectedAndTheRestIsHonest() {
    double raw = 0;
    double left = 0;
    double expected = 0;
    for (int person = 0; person < 400; person++) {
      Gaze bias = gaze(BIAS_SD);
      next(person);
      for (int i = 0; i < 9; i++) {
        Gaze point = gaze(Math.toRadians(10));
        look(person, point, plus(point, bias, gaze(LOOK_SD)));
      }
      PersonOffset offset = next(person).orElseThrow();
      assertThat(offset.getGlances()).isEqualTo(9);
      raw += bias.yawRad() * bias.yawRad();
      left += Math.pow(bias.yawRad() + offset.getOffset().getYaw(), 2);
      expected += Math.pow(offset.getRemaining().getYaw(), 2);
    }
    assertThat(left).isLessThan(0.15 * raw).isBetween(0.75 * expected, 1.3 * expected);
  }

  @Test
  void oneGlanceIsTrustedLessThanMany() {
    next(0);
    look(0, AHEAD, Gaze.ofDegrees(0, 3));
    // The bias's share of one look: 16 of 16 + 9.
    assertThat(yawDeg(0)).isCloseTo(-3 * 0.64, within(0.01));
    for (int i = 0; i < 19; i++) {
      look(0, AHEAD, Gaze.ofDegrees(0, 3));
    }
    assertThat(yawDeg(0)).isBetween(-3.0, -2.8);
  }

  @Test
  void glancesComeBeforeFixations() {
    PersonOffsets both = new PersonOffsets(AROUND_ZERO, glances, Optional.of(ACCURACY));
    for (int i = 0; i < 100; i++) {
      both.next(face(identity(0, ++frame)), Gaze.ofDegrees(0, i / 5 % 2 == 0 ? 5 : 15), HEAD);
    }
    PersonOffset byFixations =
        both.next(face(identity(0, ++frame)), Gaze.ofDegrees(0, 15), HEAD).orElseThrow();
    assertThat(byFixations.getFixations()).isPositive();
    assertThat(byFixations.getGlances()).isZero();
    assertThat(byFixations.getOffset().getYaw()).isNegative();

    // In truth this person looks even further to that side.
    look(0, Gaze.ofDegrees(0, 14), Gaze.ofDegrees(0, 10));
    PersonOffset byGlances =
        both.next(face(identity(0, ++frame)), Gaze.ofDegrees(0, 15), HEAD).orElseThrow();
    assertThat(byGlances.getFixations()).isZero();
    assertThat(byGlances.getGlances()).isEqualTo(1);
    assertThat(byGlances.getOffset().getYaw()).isPositive();
  }

  @Test
  void theGlancesOfOtherTracksDoNotCount() {
    next(0);
    next(1);
    look(1, AHEAD, Gaze.ofDegrees(0, 3));
    FaceIdentity here = identity(0, ++frame);
    publish(AHEAD, Gaze.ofDegrees(0, 3), here.toBuilder().setCamera("other").build());
    publish(AHEAD, Gaze.ofDegrees(0, 3), here.toBuilder().setCaptureSession(6).build());
    assertThat(next(0)).isEmpty();
    assertThat(next(1)).isPresent();
  }

  @Test
  void glancesFromBeforeAFaceCameDoNotCount() {
    next(0);
    look(0, AHEAD, Gaze.ofDegrees(0, 3));
    assertThat(next(0)).isPresent();
    frame += 3_000_000 / FRAME_MICROS;
    // Perhaps another person, under the number that had become free.
    assertThat(next(0)).isEmpty();
    look(0, AHEAD, Gaze.ofDegrees(0, -3));
    assertThat(yawDeg(0)).isPositive();
  }

  @Test
  void aClockThatIsSetBackIsANewBeginning() {
    frame = 1_000_000;
    next(0);
    look(0, AHEAD, Gaze.ofDegrees(0, 3));
    assertThat(next(0)).isPresent();
    frame -= 3_600_000_000L / FRAME_MICROS;
    assertThat(next(0)).isEmpty();
    frame += 3_000_000 / FRAME_MICROS;
    assertThat(next(0)).isEmpty();
  }

  @Test
  void anotherHeadIsTriedOnTheSameGlances() {
    next(0);
    look(0, AHEAD, Gaze.ofDegrees(0, 3));
    VersionedHead other = head(2, Gaze.ofDegrees(0, -6));
    PersonOffset offset = offsets.next(face(identity(0, ++frame)), AHEAD, other).orElseThrow();
    assertThat(Math.toDegrees(offset.getOffset().getYaw())).isCloseTo(3 * 0.64, within(0.01));
  }

  @Test
  void facesThatArePredictedAgainKeepTheirGlances() {
    next(0);
    look(0, AHEAD, Gaze.ofDegrees(0, 3));
    double before = yawDeg(0);
    offsets.forget();
    frame -= 10;
    assertThat(yawDeg(0)).isEqualTo(before);
  }

  @Test
  void aRemovedGlanceNoLongerCounts() {
    next(0);
    look(0, AHEAD, Gaze.ofDegrees(0, 3));
    assertThat(next(0)).isPresent();
    glances.remove("lab@0");
    assertThat(next(0)).isEmpty();
  }

  @Test
  void aWrongLookAmongSeveralHardlyMatters() {
    next(0);
    for (int i = 0; i < 8; i++) {
      look(0, AHEAD, Gaze.ofDegrees(0, 2));
    }
    double before = yawDeg(0);
    look(0, AHEAD, Gaze.ofDegrees(0, -30));
    assertThat(yawDeg(0)).isCloseTo(before, within(0.1));
  }

  @Test
  void noOffsetIsLargerThanPeopleEverDiffer() {
    next(0);
    for (int i = 0; i < 9; i++) {
      look(0, AHEAD, Gaze.ofDegrees(0, 40));
    }
    assertThat(yawDeg(0)).isCloseTo(-12, within(1e-9));
  }

  private Optional<PersonOffset> next(int face) {
    return offsets.next(face(identity(face, ++frame)), AHEAD, HEAD);
  }

  private double yawDeg(int face) {
    return Math.toDegrees(next(face).orElseThrow().getOffset().getYaw());
  }

  /** A glance of seven frames. */
  private void look(int face, Gaze point, Gaze predicted) {
    publish(point, predicted, identity(face, ++frame));
    frame += 7;
    next(face);
  }

  private void publish(Gaze point, Gaze predicted, FaceIdentity first) {
    List<FeatureSample> frames = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      frames.add(
          frame(
              first.toBuilder()
                  .setFrameSeq(first.getFrameSeq() + i)
                  .setCaptureMicros(first.getCaptureMicros() + i * FRAME_MICROS)
                  .build(),
              predicted));
    }
    String id = String.valueOf(ids++);
    glances.put("lab@" + id, glance(id, point, frames));
  }

  private Gaze gaze(double sd) {
    return new Gaze(sd * random.nextGaussian(), sd * random.nextGaussian());
  }

  private static Gaze plus(Gaze a, Gaze b, Gaze c) {
    return new Gaze(
        a.pitchRad() + b.pitchRad() + c.pitchRad(), a.yawRad() + b.yawRad() + c.yawRad());
  }
}
