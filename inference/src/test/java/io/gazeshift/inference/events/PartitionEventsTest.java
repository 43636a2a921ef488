package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.EventState;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceEvent.KindCase;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionEventsTest {

  private static final long START = 1_700_000_000_000_000L;
  private static final int FRAME = 33_333;

  /** A prediction and when Kafka got it. */
  private record Got(GazePrediction prediction, long millis) {}

  private static GazePrediction prediction(
      String camera, int face, long captureMicros, double yawDeg, double openness) {
    boolean onScreen = Math.abs(yawDeg) < 15;
    return GazePrediction.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera(camera)
                .setDomain("lab")
                .setCaptureSession(7)
                .setFaceIndex(face)
                .setCaptureMicros(captureMicros))
        .setNormalised(Gaze.ofDegrees(0, yawDeg).toMessage())
        .setCamera(Gaze.ofDegrees(0, yawDeg).toMessage())
        .addAllOrigin(List.of(0.0, 0.0, 600.0))
        .setQuality(FaceQuality.newBuilder().setEyeOpenness((float) openness))
        .setTargets(
            GazeTargets.newBuilder()
                .addTargets(
                    GazeTarget.newBuilder()
                        .setName("screen")
                        .setProbability(onScreen ? 0.9f : 0.1f))
                .setElsewhere(onScreen ? 0.1f : 0.9f))
        .build();
  }

  /** Two cameras, the second with two faces; looks, blinks and faces that come and go. */
  private static List<Got> anHourInAMinute(Random random) {
    List<Got> all = new ArrayList<>();
    double[] yaw = new double[3];
    boolean[] there = {true, true, true};
    for (int frame = 0; frame < 900; frame++) {
      long micros = START + (long) frame * FRAME;
      for (int face = 0; face < 3; face++) {
        if (random.nextInt(20) == 0) {
          yaw[face] = random.nextDouble(-30, 30);
        }
        if (random.nextInt(90) == 0) {
          there[face] ^= true;
        }
        if (there[face]) {
          all.add(
              new Got(
                  prediction(
                      face == 0 ? "a" : "b",
                      face,
                      micros,
                      yaw[face] + 0.4 * random.nextGaussian(),
                      random.nextInt(40) == 0 ? 0.1 : 0.9),
                  micros / 1000 + 50));
        }
      }
    }
    return all;
  }

  private static List<FaceEvent> events(List<Got> all) {
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    List<FaceEvent> events = new ArrayList<>();
    all.forEach(got -> events.addAll(partition.add(got.prediction(), got.millis())));
    events.addAll(partition.end());
    return events;
  }

  @Test
  void allKindsOfEventsAreFoundAndEachOnce() {
    List<FaceEvent> events = events(anHourInAMinute(new Random(1)));

    assertThat(events)
        .extracting(FaceEvent::getKindCase)
        .contains(
            KindCase.FACE_FOUND,
            KindCase.FACE_LOST,
            KindCase.BLINK,
            KindCase.FIXATION,
            KindCase.GLANCE,
            KindCase.GAZE_OFF,
            KindCase.GAZE_ON);
    assertThat(events).doesNotHaveDuplicates();
    assertThat(events)
        .allSatisfy(
            event ->
                assertThat(RecordType.FACE_EVENT.decode(RecordType.FACE_EVENT.encode(event)))
                    .isNotNull());
  }

  @Test
  void aProcessThatGoesOnFromTheStateFindsWhatTheOneBeforeWouldHaveFound() {
    Random random = new Random(2);
    List<Got> all = anHourInAMinute(random);
    List<FaceEvent> events = new ArrayList<>();
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    for (int i = 0; i < all.size(); i++) {
      events.addAll(partition.add(all.get(i).prediction(), all.get(i).millis()));
      partition.stepTo(i + 1);
      if (random.nextInt(10) == 0) {
        EventState stored =
            RecordType.EVENT_STATE.decode(RecordType.EVENT_STATE.encode(partition.state()));
        partition = PartitionEvents.from(stored, EventRules.standard());
        assertThat(partition.nextOffset()).isEqualTo(i + 1);
      }
    }
    events.addAll(partition.end());

    assertThat(events).isEqualTo(events(all));
  }

  @Test
  void framesThatComeTwiceOrALittleLateChangeNothing() {
    Random random = new Random(3);
    List<Got> all = anHourInAMinute(random);
    List<Got> shuffled = new ArrayList<>();
    for (int from = 0; from < all.size(); ) {
      int to = from;
      while (to < all.size() && micros(all.get(to)) - micros(all.get(from)) < 150_000) {
        to++;
      }
      List<Got> some = new ArrayList<>(all.subList(from, to));
      some.add(some.get(random.nextInt(some.size())));
      Collections.shuffle(some, random);
      shuffled.addAll(some);
      from = to;
    }

    // What is complete at the same time may be told in another order for other faces.
    assertThat(events(shuffled)).containsExactlyInAnyOrderElementsOf(events(all));
  }

  private static long micros(Got got) {
    return got.prediction().getIdentity().getCaptureMicros();
  }

  @Test
  void aCameraThatStopsWhileAnotherGoesOnHasLostItsFace() {
    List<Got> all = new ArrayList<>();
    for (int frame = 0; frame < 300; frame++) {
      long micros = START + (long) frame * FRAME;
      if (frame < 30) {
        all.add(new Got(prediction("a", 0, micros, 0, 0.9), micros / 1000));
      }
      all.add(new Got(prediction("b", 0, micros, 0, 0.9), micros / 1000));
    }
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    List<FaceEvent> events = new ArrayList<>();
    all.forEach(got -> events.addAll(partition.add(got.prediction(), got.millis())));

    assertThat(events.stream().filter(event -> event.getCamera().equals("a")))
        .extracting(FaceEvent::getKindCase)
        .containsExactly(
            KindCase.FACE_FOUND, KindCase.FIXATION, KindCase.GLANCE, KindCase.FACE_LOST);
    assertThat(events.stream().filter(event -> event.getCamera().equals("b")))
        .extracting(FaceEvent::getKindCase)
        .containsExactly(KindCase.FACE_FOUND);
  }

  /** The faces waited in Kafka meanwhile, so their capture times have no gap. */
  @Test
  void aPauseOfInferenceEndsNothing() {
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    List<FaceEvent> events = new ArrayList<>();
    for (int frame = 0; frame < 90; frame++) {
      long micros = START + (long) frame * FRAME;
      long millis = micros / 1000 + (frame < 45 ? 0 : 60_000);
      events.addAll(partition.add(prediction("a", 0, micros, 0, 0.9), millis));
      events.addAll(partition.add(prediction("b", 0, micros, 0, 0.9), millis));
    }

    assertThat(events)
        .extracting(FaceEvent::getKindCase)
        .containsExactly(KindCase.FACE_FOUND, KindCase.FACE_FOUND);
  }

  @Test
  void aClockThatIsSetBackBeginsAnew() {
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    List<FaceEvent> events = new ArrayList<>();
    for (int frame = 0; frame < 60; frame++) {
      long micros = START + (long) frame * FRAME - (frame < 30 ? 0 : 3_600_000_000L);
      events.addAll(partition.add(prediction("a", 0, micros, 0, 0.9), START / 1000 + 33L * frame));
    }

    assertThat(events)
        .extracting(FaceEvent::getKindCase)
        .containsExactly(
            KindCase.FACE_FOUND,
            KindCase.FIXATION,
            KindCase.GLANCE,
            KindCase.FACE_LOST,
            KindCase.FACE_FOUND);
    assertThat(partition.dropped()).isZero();
  }

  /** Too little for the rule of ten seconds; until now events would have waited for the clock. */
  @Test
  void aClockThatIsSetBackByASecondBeginsAnewAtTheNextFrame() {
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    List<FaceEvent> events = new ArrayList<>();
    for (int frame = 0; frame < 60; frame++) {
      // Frame 29 comes after frame 30, which was captured after the clock was set.
      int number = frame == 29 ? 30 : frame == 30 ? 29 : frame;
      long micros = START + (long) number * FRAME - (number < 30 ? 0 : 1_000_000);
      events.addAll(partition.add(numbered(number, micros), START / 1000 + 33L * frame));
      partition =
          PartitionEvents.from(
              RecordType.EVENT_STATE.decode(RecordType.EVENT_STATE.encode(partition.state())),
              EventRules.standard());
    }
    events.addAll(partition.end());

    assertThat(events)
        .extracting(FaceEvent::getKindCase)
        .containsExactly(
            KindCase.FACE_FOUND,
            KindCase.FIXATION,
            KindCase.GLANCE,
            KindCase.FACE_LOST,
            KindCase.FACE_FOUND,
            KindCase.FIXATION,
            KindCase.GLANCE,
            KindCase.FACE_LOST);
    assertThat(events.get(4).getStartMicros()).isEqualTo(START + 30L * FRAME - 1_000_000);
    assertThat(events.get(6).getEndMicros()).isEqualTo(START + 59L * FRAME - 1_000_000);
  }

  @Test
  void framesInAnyOrderWithinTheLatenessAreNoSetClock() {
    List<Got> all = new ArrayList<>();
    for (int frame = 0; frame < 90; frame++) {
      long micros = START + (long) frame * FRAME;
      all.add(new Got(numbered(frame, micros), micros / 1000));
    }
    List<FaceEvent> inOrder = events(all);
    for (int frame = 0; frame + 5 < 90; frame += 6) {
      Collections.reverse(all.subList(frame, frame + 6));
    }

    assertThat(events(all)).isEqualTo(inOrder);
  }

  private static GazePrediction numbered(long frameSeq, long micros) {
    GazePrediction.Builder prediction = prediction("a", 0, micros, 0, 0.9).toBuilder();
    prediction.getIdentityBuilder().setFrameSeq(frameSeq);
    return prediction.build();
  }

  @Test
  void inventedCamerasAndFacesEndTheOldestInsteadOfFillingTheMemory() {
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    List<FaceEvent> events = new ArrayList<>();
    events.addAll(partition.add(prediction("first", 0, START, 0, 0.9), START / 1000));
    for (int i = 0; i < PartitionEvents.MOST_FOLLOWED; i++) {
      events.addAll(partition.add(prediction("invented" + i, 0, START, 0, 0.9), START / 1000));
    }
    assertThat(partition.state().getTimelinesCount()).isEqualTo(PartitionEvents.MOST_FOLLOWED / 2);
    assertThat(events)
        .extracting(event -> event.getCamera() + " " + event.getKindCase())
        .startsWith("first FACE_FOUND", "first FACE_LOST");

    PartitionEvents restored = PartitionEvents.from(partition.state(), EventRules.standard());
    for (int i = 0; i < 2 * PartitionEvents.MOST_FOLLOWED; i++) {
      restored.add(prediction("one", i, START, 0, 0.9), START / 1000);
    }
    int followed =
        restored.state().getTimelinesList().stream().mapToInt(t -> 1 + t.getFacesCount()).sum();
    assertThat(followed).isLessThanOrEqualTo(PartitionEvents.MOST_FOLLOWED);
  }

  @Test
  void anUnreadableStateOfAFaceBeginsAnewForThatFaceAlone() {
    PartitionEvents partition = new PartitionEvents(3, 0, EventRules.standard());
    for (int frame = 0; frame < 30; frame++) {
      long micros = START + (long) frame * FRAME;
      partition.add(prediction("a", 0, micros, 0, 0.9), micros / 1000);
      partition.add(prediction("a", 1, micros, 0, 0.9), micros / 1000);
    }
    EventState.Builder broken = partition.state().toBuilder();
    broken.getTimelinesBuilder(0).getFacesBuilder(0).clearState();

    PartitionEvents restored = PartitionEvents.from(broken.build(), EventRules.standard());

    assertThat(restored.end())
        .extracting(FaceEvent::getFaceIndex, FaceEvent::getKindCase)
        .extracting(Object::toString)
        .containsExactly("(1, FIXATION)", "(1, GLANCE)", "(1, FACE_LOST)");
  }
}
