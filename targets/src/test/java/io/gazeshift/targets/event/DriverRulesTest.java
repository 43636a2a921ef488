package io.gazeshift.targets.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.event.DriverRules.Source;
import io.gazeshift.targets.event.GazeEvent.Alert;
import io.gazeshift.targets.shape.Target;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverRulesTest {

  private static final long BEGIN = 1_700_000_000_000_000L;
  private static final double OPEN = 0.8;
  private static final DriverRules ADDW = rules(Source.ADDW);
  private static final DriverRules NCAP = rules(Source.NCAP);
  private static final DriverRules PERCLOS = rules(Source.PERCLOS);
  private static final DriverRules ALL =
      new DriverRules(
          EnumSet.allOf(Source.class), Set.of(DriverRules.ROAD), Duration.ofSeconds(60), 0.15);

  private static DriverRules rules(Source source) {
    return new DriverRules(Set.of(source), Set.of(DriverRules.ROAD), Duration.ofSeconds(60), 0.15);
  }

  /** A drive, at 20 frames a second. */
  private static final class Drive {
    private static final long FRAME_MICROS = 50_000;

    private final List<GazeSample> frames = new ArrayList<>();
    private double kmh;
    private boolean gazeKnown = true;
    private long now = BEGIN;

    Drive(double kmh) {
      this.kmh = kmh;
    }

    Drive at(double nextKmh) {
      kmh = nextKmh;
      return this;
    }

    Drive known(boolean isKnown) {
      gazeKnown = isKnown;
      return this;
    }

    Drive look(String target, long millis) {
      return look(target, millis, OPEN);
    }

    Drive close(long millis) {
      return look("cluster", millis, 0.05);
    }

    private Drive look(String target, long millis, double openness) {
      for (long end = now + 1000 * millis; now < end; now += FRAME_MICROS) {
        frames.add(
            new GazeSample(
                now,
                Gaze.ofDegrees(0, target.equals("road") ? 0 : 30),
                openness,
                target,
                Optional.of(new Driving(kmh, gazeKnown))));
      }
      return this;
    }

    Drive gone(long millis) {
      now += 1000 * millis;
      return this;
    }

    List<Alert> alerts(DriverRules rules) {
      FaceEvents events = new FaceEvents(EventSettings.DEFAULT, Optional.of(rules));
      List<GazeEvent> found = new ArrayList<>();
      frames.forEach(frame -> found.addAll(events.add(frame)));
      found.addAll(events.end(now));
      return only(found);
    }
  }

  private static List<Alert> only(List<GazeEvent> events) {
    return events.stream().filter(Alert.class::isInstance).map(Alert.class::cast).toList();
  }

  @ParameterizedTest
  @CsvSource({"20, 6", "49.9, 6", "50, 3.5", "130, 3.5"})
  void eyesOffTheRoadAreToldAfterATimeThatDependsOnTheSpeed(double kmh, double boundSeconds) {
    Drive drive = new Drive(kmh).look("road", 5000).look("console", 9000).look("road", 3000);

    assertThat(drive.alerts(ADDW))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.rule()).isEqualTo("eyes-off-road");
              assertThat(alert.startMicros()).isEqualTo(BEGIN + 5_000_000);
              assertThat((alert.endMicros() - alert.startMicros()) / 1e6)
                  .isCloseTo(boundSeconds, within(0.06));
              assertThat(alert.value()).isCloseTo(boundSeconds, within(0.06));
              assertThat(alert.bound()).isEqualTo(boundSeconds);
            });
  }

  @Test
  void noLookIsToldOfASlowVehicle() {
    Drive drive = new Drive(19.9).look("road", 5000).look("console", 40_000);

    assertThat(drive.alerts(ALL)).isEmpty();
  }

  @Test
  void theSpeedOfTheMomentDecides() {
    Drive drive =
        new Drive(10).look("road", 3000).look("console", 5000).at(30).look("console", 500).at(60);
    assertThat(drive.alerts(ADDW)).isEmpty();

    assertThat(drive.look("console", 100).alerts(ADDW))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.bound()).isEqualTo(3.5);
              assertThat(alert.value()).isEqualTo(5.5);
            });
  }

  @Test
  void aLookIsToldOnceAndTheNextOneAgain() {
    Drive drive =
        new Drive(60)
            .look("road", 3000)
            .look("console", 5000)
            .look("passenger", 5000)
            .look("road", 500)
            .look(Target.ELSEWHERE, 5000);

    assertThat(drive.alerts(ADDW))
        .extracting(alert -> (alert.startMicros() - BEGIN) / 1000)
        .containsExactly(3000L, 13_500L);
  }

  @Test
  void aShortLookBackDoesNotInterruptALookAway() {
    Drive drive = new Drive(60).look("road", 3000);
    for (int i = 0; i < 5; i++) {
      drive.look("console", 900).look("road", 100);
    }

    assertThat(drive.alerts(ADDW)).hasSize(1);
  }

  @Test
  void aGazeThatFlickersFromTheRoadIsOnTheRoad() {
    Drive drive = new Drive(60).look("road", 3000);
    for (int i = 0; i < 400; i++) {
      drive.look("cluster", 50).look("road", 50);
    }

    assertThat(drive.alerts(ALL)).isEmpty();
  }

  @Test
  void severalTargetsMayCountAsTheRoad() {
    DriverRules mirrors =
        DriverRules.of(
            Set.of(Source.ADDW, Source.NCAP),
            List.of("Road", "left_mirror"),
            Duration.ofSeconds(60),
            0.15);
    Drive drive = new Drive(60).look("road", 3000).look("left-mirror", 5000).look("road", 1000);

    assertThat(drive.alerts(mirrors)).isEmpty();
    assertThat(drive.alerts(ADDW)).hasSize(1);
  }

  @Test
  void blinksAndClosedEyesDoNotEndALookAway() {
    Drive drive =
        new Drive(60).look("road", 3000).look("console", 1500).close(200).look("console", 1000);
    assertThat(drive.alerts(NCAP)).isEmpty();

    // Told while they are closed, at once.
    assertThat(drive.close(3000).alerts(NCAP))
        .singleElement()
        .satisfies(alert -> assertThat(alert.value()).isCloseTo(3, within(0.06)));
  }

  @Test
  void aFaceThatIsLostInALookAwayIsStillAway() {
    Drive drive =
        new Drive(60).look("road", 3000).look("passenger", 1000).gone(3000).look("passenger", 100);

    assertThat(drive.alerts(NCAP))
        .singleElement()
        .satisfies(alert -> assertThat(alert.value()).isCloseTo(4, within(0.06)));
  }

  @Test
  void aFaceThatIsLostWhileItTurnsAwayIsAway() {
    Drive drive =
        new Drive(60).look("road", 3000).look("passenger", 50).gone(3000).look("passenger", 100);

    assertThat(drive.alerts(NCAP)).hasSize(1);
  }

  @Test
  void aFaceThatIsLostWithTheEyesOnTheRoadIsNotAway() {
    Drive drive = new Drive(60).look("road", 3000).gone(5000).look("console", 2500);

    assertThat(drive.alerts(NCAP)).isEmpty();
  }

  @Test
  void nothingReachesOverALongAbsence() {
    Drive drive =
        new Drive(60).look("road", 3000).look("console", 1000).gone(11_000).look("console", 2500);

    assertThat(drive.alerts(NCAP)).isEmpty();
  }

  @Test
  void framesThatDoNotTellWhereTheEyesAreChangeNothing() {
    Drive drive = new Drive(60).look("road", 3000).known(false).look("console", 8000).known(true);

    assertThat(drive.look("road", 1000).alerts(ADDW)).isEmpty();
    assertThat(
            new Drive(60)
                .look("console", 1000)
                .known(false)
                .look("road", 12_000)
                .known(true)
                .look("console", 1000)
                .alerts(ALL))
        .isEmpty();
  }

  @Test
  void unknownTimeWithinALookAwayCountsForNothing() {
    Drive drive =
        new Drive(60)
            .look("road", 3000)
            .look("console", 1000)
            .known(false)
            .look("road", 8000)
            .known(true)
            .look("console", 1900);
    assertThat(drive.alerts(ALL)).isEmpty();

    assertThat(drive.look("console", 200).alerts(NCAP))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.value()).isCloseTo(3, within(0.06));
              assertThat((alert.endMicros() - alert.startMicros()) / 1e6)
                  .isCloseTo(3, within(0.06));
            });
  }

  @Test
  void aFaceThatIsLostWithUnknownGazeIsNotAway() {
    Drive drive =
        new Drive(60)
            .look("road", 3000)
            .look("console", 1000)
            .known(false)
            .look("console", 100)
            .gone(5000)
            .known(true)
            .look("console", 1900);

    assertThat(drive.alerts(ALL)).isEmpty();
  }

  @Test
  void unknownFramesAsOftenAsKnownOnesHalveTheTimeAway() {
    Drive drive = new Drive(60).look("road", 3000);
    for (int i = 0; i < 55; i++) {
      drive.known(true).look("console", 50).known(false).look("console", 50);
    }
    assertThat(drive.alerts(NCAP)).isEmpty();

    for (int i = 0; i < 10; i++) {
      drive.known(true).look("console", 50).known(false).look("console", 50);
    }
    assertThat(drive.alerts(NCAP)).hasSize(1);
  }

  @Test
  void aLongLookIsTold() {
    Drive drive = new Drive(30).look("road", 3000).look("console", 3100).look("road", 1000);

    assertThat(drive.alerts(NCAP))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.rule()).isEqualTo("long-distraction");
              assertThat(alert.value()).isCloseTo(3, within(0.06));
              assertThat(alert.bound()).isEqualTo(3);
            });
  }

  @Test
  void manyShortLooksAreToldOnceTheyAddUpToTenSecondsInThirty() {
    Drive drive = new Drive(60).look("road", 5000);
    for (int i = 0; i < 8; i++) {
      drive.look(i % 2 == 0 ? "console" : "cluster", 1500).look("road", 1000);
    }

    assertThat(drive.alerts(NCAP))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.rule()).isEqualTo("short-distraction");
              assertThat(alert.startMicros()).isEqualTo(BEGIN + 5_000_000);
              // Six looks of 1.5 s, and one second of the seventh.
              assertThat((alert.endMicros() - BEGIN) / 1e6).isCloseTo(5 + 15 + 1, within(0.11));
              assertThat(alert.value()).isCloseTo(10, within(0.06));
            });
  }

  @Test
  void twoSecondsOnTheRoadResetTheTimeAway() {
    Drive drive = new Drive(60).look("road", 5000);
    for (int i = 0; i < 12; i++) {
      drive.look("console", 2000).look("road", i % 4 == 3 ? 2100 : 1000);
    }
    assertThat(drive.alerts(NCAP)).isEmpty();

    for (int i = 0; i < 12; i++) {
      drive.look("console", 2000).look("road", i % 6 == 5 ? 2100 : 1000);
    }
    // Once before the driver assessed the road again, and once after.
    assertThat(drive.alerts(NCAP)).hasSize(2);
  }

  @Test
  void looksThatAreLongerAgoThanThirtySecondsDoNotCount() {
    Drive drive = new Drive(60).look("road", 5000);
    for (int i = 0; i < 40; i++) {
      drive.look("mirror", 800).look("road", 1700);
    }

    // 12 looks of 0.8 s in any 30 s.
    assertThat(drive.alerts(NCAP)).isEmpty();
  }

  @Test
  void eyesThatAreClosedForTooMuchOfTheWindowAreToldOnceUntilItIsOver() {
    Drive drive = new Drive(0).look("road", 60_000);
    for (int i = 0; i < 12; i++) {
      drive.close(1000).look("road", 4000);
    }
    assertThat(drive.alerts(PERCLOS))
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.rule()).isEqualTo("perclos");
              assertThat(alert.value()).isBetween(0.15, 0.17);
              assertThat(alert.bound()).isEqualTo(0.15);
            });

    drive.look("road", 60_000).close(12_000);
    assertThat(drive.alerts(PERCLOS)).hasSize(2);
  }

  @Test
  void eyesThatAreClosedWhenALostFaceComesBackAreClosed() {
    Drive drive = new Drive(0).look("road", 60_000);
    for (int i = 0; i < 12; i++) {
      // The head nods, and comes back with closed eyes.
      drive.gone(700).close(1500).look("road", 2000);
    }

    assertThat(drive.alerts(PERCLOS))
        .singleElement()
        .satisfies(alert -> assertThat(alert.value()).isBetween(0.15, 0.19));
  }

  @Test
  void eyesThatAreNarrowWhenAFaceComesBackAfterALongTimeAreOpen() {
    Drive drive = new Drive(0).look("road", 60_000).gone(11_000);
    drive.look("road", 60_000, 0.15);

    assertThat(drive.alerts(PERCLOS)).isEmpty();
  }

  @Test
  void blinksAreNoClosedEyes() {
    Drive drive = new Drive(60).look("road", 10_000);
    for (int i = 0; i < 40; i++) {
      drive.close(200).look("road", 2800);
    }

    assertThat(drive.alerts(PERCLOS)).isEmpty();
  }

  @Test
  void narrowEyesAreOpen() {
    Drive drive = new Drive(60);
    drive.look("road", 120_000, 0.25);

    assertThat(drive.alerts(PERCLOS)).isEmpty();
  }

  @Test
  void theShareIsNotToldUntilHalfOfTheWindowWasSeen() {
    Drive drive = new Drive(60).look("road", 2000).close(25_000);
    assertThat(drive.alerts(PERCLOS)).isEmpty();

    assertThat(drive.close(6000).alerts(PERCLOS)).hasSize(1);
  }

  @Test
  void aFaceThatIsNoDriversHasNoAlerts() {
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT, Optional.of(ALL));
    List<GazeEvent> found = new ArrayList<>();
    for (GazeSample frame : anyDrive(1).frames) {
      found.addAll(
          events.add(
              new GazeSample(
                  frame.captureMicros(), frame.gaze(), frame.eyeOpenness(), frame.target())));
    }

    assertThat(only(found)).isEmpty();
    assertThat(found).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aRestartAnywhereNeitherLosesNorRepeatsAnAlert(long seed) {
    Drive drive = anyDrive(seed);
    List<Alert> uninterrupted = drive.alerts(ALL);
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT, Optional.of(ALL));
    List<GazeEvent> found = new ArrayList<>();
    int largest = 0;
    for (GazeSample frame : drive.frames) {
      byte[] state = events.state();
      largest = Math.max(largest, state.length);
      events = FaceEvents.restore(state, EventSettings.DEFAULT, Optional.of(ALL));
      found.addAll(events.add(frame));
    }
    found.addAll(events.end(drive.now));

    assertThat(only(found)).isEqualTo(uninterrupted).hasSizeGreaterThan(5);
    assertThat(uninterrupted.stream().map(each -> each.rule() + each.startMicros()))
        .doesNotHaveDuplicates();
    assertThat(largest).isLessThan(6000);
  }

  @Test
  void otherRulesBeginAnewForTheDriverAlone() {
    Drive drive = new Drive(60).look("road", 3000).look("console", 2000);
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT, Optional.of(NCAP));
    drive.frames.forEach(events::add);

    FaceEvents without = FaceEvents.restore(events.state(), EventSettings.DEFAULT);
    FaceEvents other = FaceEvents.restore(events.state(), EventSettings.DEFAULT, Optional.of(ADDW));
    FaceEvents back = FaceEvents.restore(without.state(), EventSettings.DEFAULT, Optional.of(NCAP));

    Drive rest = new Drive(60);
    rest.now = drive.now;
    rest.look("console", 3000);
    for (FaceEvents each : List.of(without, other, back)) {
      List<GazeEvent> found = new ArrayList<>();
      rest.frames.forEach(frame -> found.addAll(each.add(frame)));
      assertThat(only(found)).isEmpty();
      assertThat(found).noneMatch(GazeEvent.FaceFound.class::isInstance);
    }
  }

  @Test
  void aStateFromBeforeThereWereDriversIsReadOn() throws IOException {
    ByteArrayOutputStream before = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(before)) {
      out.writeByte(1);
      out.writeBoolean(true);
      out.writeLong(BEGIN);
      // Order: the newest frame, the last one released, none dropped, one waits.
      out.writeLong(BEGIN + 50_000);
      out.writeLong(BEGIN);
      out.writeLong(0);
      out.writeInt(1);
      out.writeLong(BEGIN + 50_000);
      out.writeDouble(0.1);
      out.writeDouble(0.2);
      out.writeDouble(OPEN);
      out.writeUTF("road");
      new BlinkDetector().write(out);
      new FixationDetector(EventSettings.DEFAULT).write(out);
      new GlanceDetector(EventSettings.DEFAULT).write(out);
    }

    FaceEvents events =
        FaceEvents.restore(before.toByteArray(), EventSettings.DEFAULT, Optional.of(ALL));

    assertThat(events.isOver()).isFalse();
    assertThat(events.end(BEGIN + 50_000)).containsExactly(new GazeEvent.FaceLost(BEGIN + 50_000));
  }

  /** Looks, blinks, closed eyes, gaps and speeds at random. */
  private static Drive anyDrive(long seed) {
    Random random = new Random(seed);
    Drive drive = new Drive(60).look("road", 1000);
    for (int i = 0; i < 120; i++) {
      switch (random.nextInt(12)) {
        case 0 -> drive.gone(random.nextInt(4000));
        case 1 -> drive.close(random.nextInt(50, 300));
        case 2 -> drive.close(random.nextInt(50, 8000));
        case 3 -> drive.at(random.nextDouble(0, 120));
        case 4 -> drive.known(random.nextBoolean());
        default ->
            drive.look(
                List.of("road", "console", "mirror", Target.ELSEWHERE).get(random.nextInt(4)),
                random.nextInt(50, 5000));
      }
    }
    return drive;
  }
}
