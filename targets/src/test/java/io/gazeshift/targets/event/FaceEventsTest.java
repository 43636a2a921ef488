package io.gazeshift.targets.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.event.GazeEvent.Blink;
import io.gazeshift.targets.event.GazeEvent.FaceFound;
import io.gazeshift.targets.event.GazeEvent.FaceLost;
import io.gazeshift.targets.event.GazeEvent.Fixation;
import io.gazeshift.targets.event.GazeEvent.GazeOff;
import io.gazeshift.targets.event.GazeEvent.GazeOn;
import io.gazeshift.targets.event.GazeEvent.TargetGlance;
import io.gazeshift.targets.shape.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaceEventsTest {

  private static final long BEGIN = 1_700_000_000_000_000L;
  private static final double OPEN = 0.8;

  /** Looks at things for some time each, and what the frames of it are. */
  private static final class Script {
    private final List<GazeSample> frames = new ArrayList<>();
    private final Random random;
    private final long frameMicros;
    private final double noiseDeg;
    private long now = BEGIN;

    Script(long seed, double framesPerSecond, double noiseDeg) {
      this.random = new Random(seed);
      this.frameMicros = Math.round(1e6 / framesPerSecond);
      this.noiseDeg = noiseDeg;
    }

    Script look(String target, double pitchDeg, double yawDeg, long millis) {
      return look(target, pitchDeg, yawDeg, millis, OPEN);
    }

    Script look(String target, double pitchDeg, double yawDeg, long millis, double openness) {
      for (long end = now + 1000 * millis; now < end; now += frameMicros) {
        frames.add(
            new GazeSample(
                now,
                Gaze.ofDegrees(
                    pitchDeg + noiseDeg * random.nextGaussian(),
                    yawDeg + noiseDeg * random.nextGaussian()),
                openness,
                target));
      }
      return this;
    }

    Script gone(long millis) {
      now += 1000 * millis;
      return this;
    }
  }

  @ParameterizedTest
  @CsvSource({"30, 0.1", "30, 1", "30, 2.5", "15, 0.5", "15, 2", "10, 0.3", "10, 2"})
  void fixationsAreFoundAtAnyNoiseThatLeavesThemApart(double framesPerSecond, double noiseDeg) {
    Script script = new Script(1, framesPerSecond, noiseDeg);
    double[][] places = {{0, 0}, {-15, 5}, {5, -25}, {0, 20}, {-10, -5}, {10, 15}};
    for (double[] place : places) {
      script.look("a", place[0], place[1], 1500);
    }

    List<Fixation> fixations = only(Fixation.class, all(script.frames));

    double frame = 1000 / framesPerSecond;
    List<Fixation> longOnes =
        fixations.stream()
            .filter(each -> millis(each.endMicros() - each.startMicros()) > 700)
            .toList();
    assertThat(longOnes).hasSize(places.length);
    assertThat(fixations.size()).isLessThanOrEqualTo(places.length + 2);
    for (int i = 0; i < places.length; i++) {
      Fixation fixation = longOnes.get(i);
      assertThat(fixation.centroid().pitchDeg()).isCloseTo(places[i][0], within(0.3 + noiseDeg));
      assertThat(fixation.centroid().yawDeg()).isCloseTo(places[i][1], within(0.3 + noiseDeg));
      assertThat(millis(fixation.startMicros() - BEGIN))
          .isCloseTo(1500.0 * i, within(5 * frame + 1));
      // Along both axes together. Ten frames know it to a third, and wild ones are left out.
      assertThat(Math.toDegrees(fixation.dispersionRad()))
          .isCloseTo(Math.sqrt(2) * noiseDeg, within(0.05 + 0.5 * noiseDeg));
    }
  }

  @Test
  void oneWildFrameDoesNotSplitAFixation() {
    Script script = new Script(2, 30, 0.2).look("a", 0, 0, 1000);
    GazeSample hit = script.frames.get(15);
    script.frames.set(15, new GazeSample(hit.captureMicros(), Gaze.ofDegrees(20, 20), OPEN, "a"));

    assertThat(only(Fixation.class, all(script.frames))).hasSize(1);
  }

  @Test
  void aGlanceIncludesTheTransitionAndEndsWhereTheNextBegins() {
    Script script =
        new Script(3, 20, 0.3)
            .look("road", 0, 0, 1000)
            .look("cluster", -8, 0, 50)
            .look("mirror", 0, 40, 800)
            .look(Target.ELSEWHERE, -30, 0, 600)
            .look("road", 0, 0, 1000);

    List<GazeEvent> events = all(script.frames);

    List<TargetGlance> glances = only(TargetGlance.class, events);
    assertThat(glances).extracting(TargetGlance::target).containsExactly("road", "mirror", "road");
    TargetGlance mirror = glances.get(1);
    assertThat(mirror.startMicros()).isEqualTo(glances.get(0).endMicros());
    // The last frame on the road was captured after 950 ms, the first on the mirror after 1050.
    assertThat(millis(mirror.startMicros() - BEGIN)).isEqualTo(950);
    assertThat(millis(mirror.arrivedMicros() - BEGIN)).isEqualTo(1050);
    assertThat(millis(mirror.endMicros() - BEGIN)).isEqualTo(1800);
    assertThat(only(GazeOff.class, events))
        .singleElement()
        .extracting(GazeOff::startMicros)
        .isEqualTo(mirror.endMicros());
    assertThat(only(GazeOn.class, events))
        .singleElement()
        .extracting(off -> millis(off.startMicros() - BEGIN))
        .isEqualTo(2450.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, 15, 30})
  void aBlinkIsFoundAndDoesNotEndAFixationOrAGlance(double framesPerSecond) {
    Script script =
        new Script(4, framesPerSecond, 0.2)
            .look("a", 0, 0, 1000)
            // While the lids move, the gaze seems to go down.
            .look("b", -25, 0, 200, 0.1)
            .look("a", 0, 0, 1000);

    List<GazeEvent> events = all(script.frames);

    double frame = 1000 / framesPerSecond;
    assertThat(only(Blink.class, events))
        .singleElement()
        .satisfies(
            blink -> {
              assertThat(millis(blink.endMicros() - blink.startMicros()))
                  .isCloseTo(200, within(frame + 1));
              assertThat(blink.leastOpenness()).isCloseTo(0.125, within(0.01));
            });
    assertThat(only(Fixation.class, events)).hasSize(1);
    assertThat(only(TargetGlance.class, events)).hasSize(1);
  }

  @Test
  void narrowEyesAreOpenEyes() {
    Script narrow = new Script(5, 30, 0.2).look("a", 0, 0, 3000, 0.3);

    assertThat(only(Blink.class, all(narrow.frames))).isEmpty();
    assertThat(only(Fixation.class, all(narrow.frames))).hasSize(1);
  }

  @Test
  void nothingReachesOverAGap() {
    Script script = new Script(6, 30, 0.2).look("a", 0, 0, 1000).gone(2000).look("a", 0, 0, 1000);

    List<GazeEvent> events = all(script.frames);

    assertThat(events.get(0)).isEqualTo(new FaceFound(BEGIN));
    assertThat(only(FaceLost.class, events)).hasSize(2);
    assertThat(only(FaceFound.class, events)).hasSize(2);
    assertThat(only(Fixation.class, events)).hasSize(2);
    assertThat(only(TargetGlance.class, events)).hasSize(2);
    FaceLost lost = only(FaceLost.class, events).get(0);
    assertThat(only(Fixation.class, events).get(0).endMicros())
        .isLessThanOrEqualTo(lost.startMicros());
    assertThat(only(Fixation.class, events).get(1).startMicros())
        .isGreaterThan(lost.startMicros() + 2_000_000);
  }

  @Test
  void aFaceIsLostByTheCamerasTimeWithoutFurtherFramesOfIt() {
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT);
    events.add(frame(BEGIN));

    assertThat(events.advanceTo(BEGIN + 690_000)).containsExactly(new FaceFound(BEGIN));
    assertThat(events.advanceTo(BEGIN + 710_000)).containsExactly(new FaceLost(BEGIN));
    assertThat(events.advanceTo(BEGIN + 900_000)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theOrderOfArrivalAndRepetitionsChangeNothing(long seed) {
    List<GazeSample> frames = anyFrames(seed);
    List<GazeEvent> inOrder = all(frames);
    Random random = new Random(seed);
    // Each frame is late by less than the allowed lateness.
    List<GazeSample> shuffled = new ArrayList<>(frames);
    long[] arrival =
        frames.stream().mapToLong(f -> f.captureMicros() + random.nextInt(199_000)).toArray();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < frames.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingLong(i -> arrival[i]));
    shuffled.clear();
    for (int i : order) {
      shuffled.add(frames.get(i));
      if (random.nextInt(4) == 0) {
        shuffled.add(frames.get(i));
      }
    }

    assertThat(all(shuffled)).isEqualTo(inOrder);
  }

  @Test
  void aFrameThatComesTooLateIsCountedAndChangesNothing() {
    Script script = new Script(9, 30, 0.3).look("a", 0, 0, 2000).look("b", 0, 30, 2000);
    List<GazeEvent> expected = all(script.frames);
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT);
    List<GazeEvent> found = new ArrayList<>();
    for (GazeSample frame : script.frames) {
      found.addAll(events.add(frame));
    }
    found.addAll(events.add(new GazeSample(BEGIN + 1_000_001, Gaze.ofDegrees(50, 50), 0, "c")));
    found.addAll(events.advanceTo(BEGIN + 60_000_000));

    assertThat(found).isEqualTo(expected);
    assertThat(events.dropped()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aRestartAnywhereNeitherLosesNorRepeatsAnEvent(long seed) {
    List<GazeSample> frames = anyFrames(seed);
    List<GazeEvent> uninterrupted = all(frames);
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT);
    List<GazeEvent> found = new ArrayList<>();
    for (GazeSample frame : frames) {
      events = FaceEvents.restore(events.state(), EventSettings.DEFAULT);
      found.addAll(events.add(frame));
    }
    events = FaceEvents.restore(events.state(), EventSettings.DEFAULT);
    found.addAll(events.advanceTo(Long.MAX_VALUE / 2));

    assertThat(found).isEqualTo(uninterrupted);
    assertThat(found.stream().map(each -> each.getClass() + " " + each.startMicros()).toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void aBrokenStateIsRejectedWithTheRemedy() {
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT);
    events.add(frame(BEGIN));
    byte[] state = events.state();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> FaceEvents.restore(Arrays.copyOf(state, state.length - 1), EventSettings.DEFAULT))
        .withMessageContaining("cut short; rebuild it");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> FaceEvents.restore(Arrays.copyOf(state, state.length + 1), EventSettings.DEFAULT))
        .withMessageContaining("1 bytes too many");
    state[0] = 9;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FaceEvents.restore(state, EventSettings.DEFAULT))
        .withMessageContaining("format 9, this program reads 2");
  }

  /** Looks, blinks and gaps at random. */
  private static List<GazeSample> anyFrames(long seed) {
    Random random = new Random(100 + seed);
    Script script = new Script(seed, random.nextDouble(8, 30), random.nextDouble(0.1, 2));
    for (int i = 0; i < 25; i++) {
      int what = random.nextInt(10);
      String target = List.of("a", "b", "c", Target.ELSEWHERE).get(random.nextInt(4));
      if (what == 0) {
        script.gone(random.nextInt(2000));
      } else if (what < 3) {
        script.look(target, -20, 0, random.nextInt(50, 500), 0.05);
      } else {
        script.look(
            target,
            random.nextDouble(-20, 20),
            random.nextDouble(-30, 30),
            random.nextInt(30, 1500));
      }
    }
    return script.frames;
  }

  private static List<GazeEvent> all(List<GazeSample> frames) {
    FaceEvents events = new FaceEvents(EventSettings.DEFAULT);
    List<GazeEvent> found = new ArrayList<>();
    frames.forEach(frame -> found.addAll(events.add(frame)));
    found.addAll(events.advanceTo(Long.MAX_VALUE / 2));
    return found;
  }

  private static GazeSample frame(long micros) {
    return new GazeSample(micros, Gaze.INTO_CAMERA, OPEN, "a");
  }

  private static <E extends GazeEvent> List<E> only(Class<E> kind, List<GazeEvent> events) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static double millis(long micros) {
    return micros / 1000.0;
  }
}
