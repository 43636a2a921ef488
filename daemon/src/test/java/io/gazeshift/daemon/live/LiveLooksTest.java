package io.gazeshift.daemon.live;

import static io.gazeshift.daemon.live.LiveFaces.captured;
import static io.gazeshift.daemon.live.LiveFaces.identity;
import static io.gazeshift.daemon.live.LiveFaces.prediction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.common.Micros;
import io.gazeshift.daemon.live.TargetsView.TargetShare;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.protocol.v1.GazeUncertainty;
import io.gazeshift.protocol.v1.ScreenPoint;
import io.gazeshift.targets.shape.PixelSize;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people look at, ten frames a second. */
class LiveLooksTest {

  @TempDir private Path directory;
  private LiveState state;

  @BeforeEach
  void open() throws IOException {
    state =
        new LiveState(
            LiveFaces.settings(
                directory,
                """
                cameras: [{id: lab, source: "synthetic:lab"}]
                domains:
                  - name: lab
                    targets:
                      - road direction 1 0 radius 8deg
                      - monitor screen 0 170 0 size 500 250 pixels 1920 1080
                """));
  }

  @Test
  void aFaceTellsItsMostProbableTargetsAndWhereItMeetsTheScreen() {
    GazeTargets.Builder five = GazeTargets.newBuilder().setElsewhere(0.1f);
    for (String name : List.of("a", "b", "c", "d", "e")) {
      five.addTargets(GazeTarget.newBuilder().setName(name).setProbability(0.1f));
    }
    five.addTargets(screen(0.4f, 100, 50).addAllPoint(List.of(0f, 0f, 0f)));
    state.note(
        look("lab", 0, five.build()).toBuilder()
            .setUncertainty(GazeUncertainty.newBuilder().setSigma(Math.atan(0.1)))
            .build(),
        captured(0));

    LookView look = camera(0).faces().get(0).look().orElseThrow();
    assertThat(look.best().name()).isEqualTo("monitor");
    assertThat(look.targets())
        .extracting(TargetView::name)
        .containsExactly("monitor", "a", "b", "c");
    assertThat(look.elsewhere()).isCloseTo(0.1, within(1e-6));
    ScreenHitView hit = look.hits().get(0);
    assertThat(hit.rightMm()).isEqualTo(100);
    // The face is 600 mm away.
    assertThat(hit.radiusMm().getAsDouble()).isCloseTo(60, within(1e-6));
  }

  @Test
  void whereNoTargetIsProbableItIsElsewhereAndWithoutTargetsNothingIsTold() {
    state.note(look("lab", 0, onRoad(0.2f)), captured(0));
    assertThat(camera(0).faces().get(0).look().orElseThrow().best().name()).isEqualTo("elsewhere");

    state.note(prediction(identity("other", 0), Gaze.INTO_CAMERA, 0), captured(0));
    LiveSnapshot snapshot = state.snapshot(captured(0));
    assertThat(snapshot.cameras().get(1).faces().get(0).look()).isEmpty();
    assertThat(snapshot.domains().get(1).targets()).isEmpty();
  }

  @Test
  void timeIsSharedByProbabilityAndNotByFrames() {
    // Ten frames of a second, then one frame after a gap in which the face was gone.
    for (int frame = 0; frame <= 10; frame++) {
      state.note(look("lab", frame, onRoad(0.75f)), captured(frame));
    }
    state.note(look("lab", 60, onRoad(0)), captured(60));
    // Late and repeated frames stand for no time.
    state.note(look("lab", 5, onRoad(0)), captured(60));

    assertThat(targets(60).shares())
        .extracting(TargetShare::name)
        .containsExactly("road", "monitor", "elsewhere");
    assertThat(targets(60).shares().get(0).seconds()).isCloseTo(0.75, within(1e-6));
    assertThat(targets(60).shares().get(2).seconds()).isCloseTo(0.25, within(1e-6));
  }

  @Test
  void theHeatMapIsWhereTheGazeMeetsTheScreenAndFadesByHalfInTwoMinutes() {
    for (int frame = 0; frame <= 10; frame++) {
      // Its lower right quarter; a gaze beside it meets its plane, too.
      GazeTarget.Builder monitor = screen(1, 375, frame <= 5 ? 187 : 400);
      state.note(
          look("lab", frame, GazeTargets.newBuilder().addTargets(monitor).build()),
          captured(frame));
    }

    ScreenView screen = targets(10).screens().get(0);
    assertThat(screen.name()).isEqualTo("monitor");
    assertThat(screen.widthMm()).isCloseTo(500, within(1e-6));
    assertThat(screen.pixels()).hasValue(new PixelSize(1920, 1080));
    assertThat(screen.heat().seconds()).isCloseTo(0.5, within(1e-6));
    byte[] levels = screen.heat().levels();
    assertThat(IntStream.range(0, levels.length).filter(cell -> levels[cell] != 0))
        .containsExactly(11 * 32 + 24);

    state.passes(captured(10));
    state.passes(captured(10).plus(LiveTargets.HALF_LIFE));
    assertThat(targets(1200).screens().get(0).heat().seconds()).isCloseTo(0.25, within(1e-6));
    assertThat(targets(1200).shares().get(1).seconds()).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void timeAwayFromTheRoadIsToldWhileItLastsAndForTheLastMinute() {
    for (int frame = 0; frame <= 100; frame++) {
      // Away for the third and the fourth second, and since the eighth but for a single frame.
      boolean away = (frame > 20 && frame <= 40) || (frame > 70 && frame != 90);
      state.note(look("lab", frame, onRoad(away ? 0.1f : 0.9f)), captured(frame));
    }

    AwayView away = camera(100).timelines().get(0).away().orElseThrow();
    assertThat(away.nowSeconds()).isCloseTo(3, within(1e-6));
    assertThat(away.minuteSeconds()).isCloseTo(5, within(1e-6));
    assertThat(away.seenSeconds()).isCloseTo(10, within(1e-6));
    assertThat(camera(900).timelines()).isEmpty();
  }

  @Test
  void glancesBlinksAndAlertsOfTheLastMinuteAreKeptForEachFace() {
    state.note(look("lab", 0, onRoad(1)), captured(0));
    state.note(glance(10, 30, "road").build(), captured(32));
    state.note(event(12, 14).setBlink(FaceEvent.Blink.getDefaultInstance()).build(), captured(32));
    state.note(
        event(12, 14).setFixation(FaceEvent.Fixation.getDefaultInstance()).build(), captured(32));
    state.note(glance(650, 660, "monitor").setFaceIndex(1).build(), captured(662));
    state.note(
        event(640, 660)
            .setAlert(
                FaceEvent.Alert.newBuilder().setRule("eyes-off-road").setValue(2).setBound(1.5f))
            .build(),
        captured(660));

    assertThat(camera(50).timelines().get(0).events())
        .extracting(
            FaceEventView::kind, FaceEventView::start, FaceEventView::end, FaceEventView::of)
        .startsWith(
            tuple("glance", captured(10), captured(30), "road"),
            tuple("blink", captured(12), captured(14), ""));
    assertThat(camera(662).timelines())
        .extracting(TimelineView::face, line -> line.events().get(0).of())
        .containsExactly(tuple(0, "eyes-off-road"), tuple(1, "monitor"));
    assertThat(targets(662).alerts())
        .containsExactly(new AlertView(captured(660), "lab", 0, "eyes-off-road", 2, 1.5));
  }

  /** The page is opened while people are there, and reads the last minute of events first. */
  @Test
  void eventsBeforeTheFirstPredictionAreShown() {
    state.note(glance(10, 30, "road").build(), captured(40));

    assertThat(camera(40).domain()).isEqualTo("lab");
    assertThat(camera(40).lastSeen()).isEqualTo(captured(30));
    assertThat(camera(40).faces()).isEmpty();
    assertThat(camera(40).timelines().get(0).events()).hasSize(1);
  }

  @Test
  void whatRecordsNameIsBounded() {
    for (int i = 0; i < 1000; i++) {
      state.note(
          look(
              "lab",
              i,
              GazeTargets.newBuilder()
                  .addTargets(GazeTarget.newBuilder().setName("t" + i).setProbability(1))
                  .build()),
          captured(i));
      state.note(glance(i, i, "t").setFaceIndex(i).build(), captured(i));
      state.note(glance(i, i, "t").build(), captured(i));
      state.note(
          event(i, i).setAlert(FaceEvent.Alert.newBuilder().setRule("r" + i)).build(), captured(i));
    }

    assertThat(targets(1000).shares()).hasSize(LiveTargets.MOST_TARGETS + 1);
    assertThat(targets(1000).alerts())
        .hasSize(LiveTargets.MOST_ALERTS)
        .first()
        .extracting(AlertView::rule)
        .isEqualTo("r999");
    assertThat(camera(1000).timelines()).hasSizeLessThanOrEqualTo(32);
    assertThat(camera(1000).timelines().get(0).events()).hasSizeLessThanOrEqualTo(240);
  }

  private CameraView camera(long frame) {
    return state.snapshot(captured(frame)).cameras().get(0);
  }

  private TargetsView targets(long frame) {
    return state.snapshot(captured(frame)).domains().get(0).targets().orElseThrow();
  }

  private static GazePrediction look(String camera, long frame, GazeTargets targets) {
    FaceIdentity face = identity(camera, frame);
    return prediction(face, Gaze.INTO_CAMERA, 0).toBuilder().setTargets(targets).build();
  }

  private static GazeTargets onRoad(float probability) {
    return GazeTargets.newBuilder()
        .addTargets(GazeTarget.newBuilder().setName("road").setProbability(probability))
        .setElsewhere(1 - probability)
        .build();
  }

  private static GazeTarget.Builder screen(float probability, float rightMm, float downMm) {
    return GazeTarget.newBuilder()
        .setName("monitor")
        .setProbability(probability)
        .setScreen(ScreenPoint.newBuilder().setRightMm(rightMm).setDownMm(downMm));
  }

  private static FaceEvent.Builder glance(long start, long end, String target) {
    return event(start, end).setGlance(FaceEvent.Glance.newBuilder().setTarget(target));
  }

  private static FaceEvent.Builder event(long start, long end) {
    return FaceEvent.newBuilder()
        .setCamera("lab")
        .setDomain("lab")
        .setCaptureSession(1)
        .setStartMicros(micros(captured(start)))
        .setEndMicros(micros(captured(end)));
  }

  private static long micros(Instant at) {
    return Micros.of(at);
  }
}
