package io.gazeshift.inference.person;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.PersonOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PersonOffsetsTest {

  private static final double BIAS_SD = Math.toRadians(4);
  private static final double SPREAD = Math.toRadians(8);
  private static final HeadAccuracy ACCURACY =
      new HeadAccuracy(Math.toRadians(5), Math.toRadians(5), BIAS_SD, BIAS_SD);
  private static final ExpectedGaze AROUND_ZERO =
      (domain, cameraToVirtual) ->
          domain.equals("lab")
              ? Optional.of(
                  new ExpectedGaze.Moments(new PitchYaw(0, 0), new PitchYaw(SPREAD, SPREAD)))
              : Optional.empty();
  private static final VersionedHead HEAD = PersonGlances.head(1);
  private static final int FRAMES = 5;
  private static final long FRAME_MICROS = 33_000;

  private final SplittableRandom random = new SplittableRandom(7);
  private final PersonOffsets offsets =
      new PersonOffsets(AROUND_ZERO, TrackGlances.none(), Optional.of(ACCURACY));
  private long frame;

  @Test
  void correctedGazesOfBiasedPeopleAreOffByLess() {
    double raw = 0;
    double corrected = 0;
    for (int person = 0; person < 200; person++) {
      Gaze bias = gaze(BIAS_SD);
      for (int fixation = 0; fixation < 60; fixation++) {
        Gaze truth = gaze(SPREAD);
        PersonOffset last = null;
        for (int i = 0; i < FRAMES; i++) {
          Gaze seen = plus(truth, bias, gaze(Math.toRadians(0.5)));
          last = next(person, seen).orElse(null);
          if (fixation == 59) {
            raw += Math.hypot(seen.pitchRad() - truth.pitchRad(), seen.yawRad() - truth.yawRad());
            corrected +=
                Math.hypot(
                    seen.pitchRad() + last.getOffset().getPitch() - truth.pitchRad(),
                    seen.yawRad() + last.getOffset().getYaw() - truth.yawRad());
          }
        }
      }
    }
    assertThat(corrected).isLessThan(0.75 * raw);
  }

  @Test
  void theRemainingErrorFallsWithTheFixationsAndIsHonest() {
    double squares = 0;
    double expected = 0;
    for (int person = 0; person < 300; person++) {
      Gaze bias = gaze(BIAS_SD);
      PersonOffset last = null;
      for (int fixation = 0; fixation < 30; fixation++) {
        last = look(person, plus(gaze(SPREAD), bias, new Gaze(0, 0))).orElse(null);
      }
      double left = bias.yawRad() + last.getOffset().getYaw();
      squares += left * left;
      expected += last.getRemaining().getYaw() * last.getRemaining().getYaw();
      assertThat(last.getRemaining().getYaw()).isLessThan(0.75 * BIAS_SD);
      assertThat(last.getFixations()).isBetween(20, 29);
    }
    // It allows for people who look elsewhere than others, which these do not.
    assertThat(squares).isBetween(0.4 * expected, 1.1 * expected);
  }

  @Test
  void whereNothingIsKnownThereIsNoOffset() {
    PersonOffsets without = new PersonOffsets(AROUND_ZERO, TrackGlances.none(), Optional.empty());
    for (int fixation = 0; fixation < 20; fixation++) {
      for (int i = 0; i < FRAMES; i++) {
        FaceFrame elsewhere = face("garage", 0, 1);
        assertThat(offsets.next(elsewhere, gaze(SPREAD), HEAD)).isEmpty();
        assertThat(without.next(face("lab", 0, 1), gaze(SPREAD), HEAD)).isEmpty();
        assertThat(PersonOffsets.off().next(face("lab", 0, 1), gaze(SPREAD), HEAD)).isEmpty();
      }
    }
  }

  @Test
  void theFirstFixationHasNoOffset() {
    for (int i = 0; i < 100; i++) {
      assertThat(next(0, Gaze.ofDegrees(9, 9))).isEmpty();
    }
  }

  @Test
  void aPersonWhoLooksAtOneThingIsHardlyCorrected() {
    Gaze thing = Gaze.ofDegrees(0, 10);
    Optional<PersonOffset> last = Optional.empty();
    for (int fixation = 0; fixation < 100; fixation++) {
      // To and fro over the thing's edges, just enough for fixations to end.
      last = look(0, plus(thing, Gaze.ofDegrees(0, fixation % 2 == 0 ? 2.1 : -2.1), gaze(0)));
    }
    double oneLook = BIAS_SD * BIAS_SD / (BIAS_SD * BIAS_SD + SPREAD * SPREAD) * thing.yawRad();
    assertThat(last.orElseThrow().getFixations()).isGreaterThan(90);
    assertThat(-last.orElseThrow().getOffset().getYaw()).isBetween(0.0, 3 * oneLook);
    assertThat(-last.orElseThrow().getOffset().getYaw()).isLessThan(0.55 * thing.yawRad());
  }

  @Test
  void noOffsetIsLargerThanPeopleDiffer() {
    Optional<PersonOffset> last = Optional.empty();
    for (int fixation = 0; fixation < 100; fixation++) {
      last = look(0, plus(gaze(SPREAD), Gaze.ofDegrees(0, 40), gaze(0)));
    }
    assertThat(last.orElseThrow().getOffset().getYaw()).isCloseTo(-2 * BIAS_SD, within(1e-9));
  }

  @Test
  void anotherHeadAndAFaceThatWasAwayBeginAnew() {
    for (int fixation = 0; fixation < 20; fixation++) {
      look(0, gaze(SPREAD));
    }
    assertThat(next(0, new Gaze(0, 0))).isPresent();
    assertThat(offsets.next(face("lab", 0, ++frame), new Gaze(0, 0), PersonGlances.head(2)))
        .isEmpty();

    for (int fixation = 0; fixation < 20; fixation++) {
      look(1, gaze(SPREAD));
    }
    assertThat(next(1, new Gaze(0, 0))).isPresent();
    frame += 3_000_000 / FRAME_MICROS;
    assertThat(next(1, new Gaze(0, 0))).isEmpty();
  }

  @Test
  void unreadableFacesTeachNothing() {
    for (int i = 0; i < 100; i++) {
      FaceFrame shut =
          face("lab", 0, 1).toBuilder()
              .setQuality(FaceQuality.newBuilder().setOverall(0.1f))
              .build();
      assertThat(offsets.next(shut, gaze(SPREAD), HEAD)).isEmpty();
    }
  }

  @Test
  void equalFacesInEqualOrderGiveEqualOffsetsAfterForgetting() {
    List<Gaze> gazes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      gazes.add(gaze(SPREAD));
    }
    List<Optional<PersonOffset>> first = new ArrayList<>();
    gazes.forEach(gaze -> first.add(look(0, gaze)));
    offsets.forget();
    frame = 0;
    List<Optional<PersonOffset>> second = new ArrayList<>();
    gazes.forEach(gaze -> second.add(look(0, gaze)));

    assertThat(second).isEqualTo(first);
    assertThat(first.get(39)).isPresent();
  }

  @Test
  void tracksAreBounded() {
    for (int index = 0; index < PersonOffsets.MOST_TRACKS + 100; index++) {
      next(index, new Gaze(0, 0));
    }
    assertThat(offsets.tracks()).isEqualTo(PersonOffsets.MOST_TRACKS);
  }

  @Test
  void theCorrectedGazeIsAlsoGivenInTheAxesOfTheCamera() {
    for (int fixation = 0; fixation < 20; fixation++) {
      look(0, plus(gaze(SPREAD), Gaze.ofDegrees(3, -5), gaze(0)));
    }
    Gaze seen = Gaze.ofDegrees(2, 1);
    PersonOffset offset = next(0, seen).orElseThrow();
    assertThat(Gaze.from(offset.getCamera()).yawRad())
        .isCloseTo(seen.yawRad() + offset.getOffset().getYaw(), within(1e-9));
  }

  private Optional<PersonOffset> look(int face, Gaze at) {
    Optional<PersonOffset> last = Optional.empty();
    for (int i = 0; i < FRAMES; i++) {
      last = next(face, at);
    }
    return last;
  }

  private Optional<PersonOffset> next(int face, Gaze seen) {
    return offsets.next(face("lab", face, ++frame), seen, HEAD);
  }

  private Gaze gaze(double sd) {
    return new Gaze(sd * random.nextGaussian(), sd * random.nextGaussian());
  }

  private static Gaze plus(Gaze a, Gaze b, Gaze c) {
    return new Gaze(
        a.pitchRad() + b.pitchRad() + c.pitchRad(), a.yawRad() + b.yawRad() + c.yawRad());
  }

  private static FaceFrame face(String domain, int index, long frame) {
    return FaceFrame.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera("cam")
                .setDomain(domain)
                .setFaceIndex(index)
                .setFrameSeq(frame)
                .setCaptureMicros(1_000_000 + frame * FRAME_MICROS))
        .addAllNormalisationRotation(Rotation.IDENTITY.toList())
        .setQuality(FaceQuality.newBuilder().setOverall(1))
        .build();
  }
}
