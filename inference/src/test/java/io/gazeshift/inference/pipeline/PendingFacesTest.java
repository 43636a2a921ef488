package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.HeadPose;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class PendingFacesTest {

  private static final long START_MICROS = 1_700_000_000_000_000L;

  private final CameraTurns turns = new CameraTurns();
  private long nowMicros = START_MICROS;
  private PendingFaces pending = withMaxAge(Optional.empty());

  @Test
  void camerasTakeTurnsAndAPartitionKeepsItsOrder() {
    add(0, "a", 0, 1, 2);
    add(1, "b", 10);
    add(2, "c", 20, 21);

    assertThat(served(6)).containsExactly("0@0", "1@10", "2@20", "0@1", "2@21", "0@2");
    assertThat(pending.isEmpty()).isTrue();
  }

  @Test
  void aCameraThatWasJustServedIsLastEvenIfNothingOfItWaitedMeanwhile() {
    add(0, "a", 0);
    assertThat(served(1)).containsExactly("0@0");

    add(0, "a", 1);
    add(1, "b", 10);

    assertThat(served(2)).containsExactly("1@10", "0@1");
  }

  @Test
  void aFloodInOnePartitionDoesNotKeepOutOneThatComesLater() {
    add(0, "a", 0, 1, 2, 3, 4, 5, 6, 7);
    served(2);

    add(1, "b", 10);

    assertThat(served(2)).contains("1@10");
  }

  @Test
  void partitionsOfWhichSomethingWaitsAreFull() {
    add(0, "a", 0);
    add(1, "b", 10);
    served(1);

    assertThat(pending.full()).containsExactly(partition(1));
  }

  @Test
  void partitionsThatWentToAnotherProcessAreDropped() {
    add(0, "a", 0);
    add(1, "b", 10);

    pending.drop(List.of(partition(0)));

    assertThat(served(1)).containsExactly("1@10");
    assertThat(pending.isEmpty()).isTrue();
  }

  @Test
  void facesThatGrowTooOldAreDroppedAndTheNextOneCommitsThem() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    addFace(0, "a", 1, 100);
    addFace(0, "a", 2, 900);
    afterMillis(1200);

    PolledFace next = pending.next().orElseThrow();

    assertThat(next.record().offset()).isEqualTo(2);
    assertThat(next.skippedBefore()).isEqualTo(2);
    assertThat(next.isSettled()).isFalse();
  }

  @Test
  void theLastOfThemIsHandedOverAsSkippedSoThatItIsCommitted() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    addFace(0, "a", 1, 100);
    afterMillis(1200);

    PolledFace last = pending.next().orElseThrow();
    assertThat(last.record().offset()).isEqualTo(1);
    assertThat(last.skippedBefore()).isEqualTo(1);
    assertThat(last.outcome()).isEqualTo(new FaceOutcome.Skipped());

    // What comes meanwhile commits that one, too.
    addFace(0, "a", 2, 1200);
    PolledFace next = pending.next().orElseThrow();
    assertThat(next.record().offset()).isEqualTo(2);
    assertThat(next.skippedBefore()).isEqualTo(2);
  }

  @Test
  void aRecordThatIsNoFaceKeepsItsPlaceAndItsReason() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    add(0, "a", 0);
    afterMillis(5000);

    PolledFace next = pending.next().orElseThrow();
    assertThat(next.outcome()).isInstanceOf(FaceOutcome.Rejected.class);
  }

  @Test
  void withAMaximumAgeFacesAreReadAheadUntilTheRoomIsFull() {
    pending = withMaxAge(Optional.of(Duration.ofSeconds(1)));
    addFace(0, "a", 0, 0);
    assertThat(pending.full()).isEmpty();

    for (int offset = 0; offset < 40; offset++) {
      pending.add(polled(1, "b", offset, new byte[1 << 20]));
    }
    assertThat(pending.full()).containsExactly(partition(1));
  }

  /** The first two share a partition. */
  @Test
  void whereThereIsNoTimeForAllEveryCameraGetsTheSame() {
    Map<String, Integer> served =
        servedUnderLoad(
            List.of(
                new Camera("a", 0, 100),
                new Camera("b", 0, 100),
                new Camera("c", 1, 100),
                new Camera("d", 2, 100)),
            40);

    assertThat(served.keySet()).containsExactlyInAnyOrder("a", "b", "c", "d");
    int all = served.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(served.values()).allMatch(each -> each * 4 > 0.9 * all);
  }

  /** The quiet ones send less than their share, so that they get all of it. */
  @Test
  void aCameraThatFloodsGetsWhatTheOthersLeave() {
    Map<String, Integer> served =
        servedUnderLoad(
            List.of(
                new Camera("loud", 0, 500),
                new Camera("beside it", 0, 5),
                new Camera("elsewhere", 1, 5)),
            40);

    assertThat(served.get("beside it")).isGreaterThan((int) (0.8 * 5 * SIMULATED_SECONDS));
    assertThat(served.get("elsewhere")).isGreaterThan((int) (0.8 * 5 * SIMULATED_SECONDS));
    assertThat(served.get("loud")).isGreaterThan(25 * SIMULATED_SECONDS);
  }

  private static final int SIMULATED_SECONDS = 30;

  private record Camera(String name, int partition, int facesPerSecond) {}

  /**
   * A pipeline with passes of a quarter of a second that holds faces for one more, as the real one
   * does: what waits in it while a pass runs may be too old afterwards.
   *
   * @return how many faces of each camera were predicted
   */
  private Map<String, Integer> servedUnderLoad(List<Camera> cameras, int facesPerSecond) {
    Duration maxAge = Duration.ofSeconds(1);
    pending = withMaxAge(Optional.of(maxAge));
    int perPass = facesPerSecond / 4;
    Map<String, Integer> served = new HashMap<>();
    Map<Integer, Long> offsets = new HashMap<>();
    Deque<PolledFace> pipeline = new ArrayDeque<>();
    for (int millis = 0; millis < 1000 * SIMULATED_SECONDS; millis++) {
      afterMillis(1);
      for (Camera camera : cameras) {
        if (millis * camera.facesPerSecond() / 1000
            > (millis - 1) * camera.facesPerSecond() / 1000) {
          long offset = offsets.merge(camera.partition(), 1L, Long::sum);
          addFace(camera.partition(), camera.name(), offset, 0);
        }
      }
      fill(pipeline, perPass);
      if (millis % 250 == 0) {
        int room = perPass;
        while (room > 0 && !pipeline.isEmpty()) {
          PolledFace face = pipeline.remove();
          if (isTooOld(face, maxAge)) {
            turns.giveBack(face.camera());
          } else {
            served.merge(face.camera(), 1, Integer::sum);
            room--;
          }
          fill(pipeline, perPass);
        }
      }
    }
    return served;
  }

  private void fill(Deque<PolledFace> pipeline, int room) {
    while (pipeline.size() < room && pending.next().isPresent()) {
      PolledFace next = pending.next().get();
      pending.remove(next);
      pipeline.add(next);
    }
  }

  private boolean isTooOld(PolledFace face, Duration maxAge) {
    return face.isSettled()
        || nowMicros - face.frame().getIdentity().getCaptureMicros() > maxAge.toNanos() / 1000;
  }

  private PendingFaces withMaxAge(Optional<Duration> maxAge) {
    return new PendingFaces(
        new FaceAgeLimit(maxAge, () -> Instant.EPOCH.plus(nowMicros, ChronoUnit.MICROS)), turns);
  }

  private void afterMillis(int millis) {
    nowMicros += 1000L * millis;
  }

  /** Records that are no faces, written at the time that is their offset. */
  private void add(int partition, String camera, long... offsets) {
    for (long offset : offsets) {
      pending.add(polled(partition, camera, offset, new byte[1]));
    }
  }

  /** Captured so long after now. */
  private void addFace(int partition, String camera, long offset, int millis) {
    FaceFrame face =
        FaceFrame.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder()
                    .setCamera(camera)
                    .setDomain("lab")
                    .setCaptureMicros(nowMicros + 1000L * millis))
            .setPatchJpeg(ByteString.copyFrom(new byte[] {(byte) 0xff, (byte) 0xd8, 1, 2, 3}))
            .setPatchSize(224)
            .addAllNormalisationRotation(Rotation.IDENTITY.toList())
            .setHeadPose(
                HeadPose.newBuilder()
                    .addAllRotation(Rotation.IDENTITY.toList())
                    .addAllFaceCentre(List.of(0.0, 0.0, 600.0)))
            .build();
    pending.add(polled(partition, camera, offset, RecordType.FACE_FRAME.encode(face)));
  }

  private static PolledFace polled(int partition, String camera, long offset, byte[] value) {
    return new PolledFace(
        new ConsumerRecord<>(
            Topics.FACES.name(),
            partition,
            offset,
            offset,
            TimestampType.LOG_APPEND_TIME,
            camera.length(),
            value.length,
            camera,
            value,
            new RecordHeaders(),
            Optional.empty()),
        0);
  }

  private List<String> served(int count) {
    List<String> served = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PolledFace face = pending.next().orElseThrow();
      served.add(face.partition().partition() + "@" + face.record().offset());
      pending.remove(face);
    }
    return served;
  }

  private static TopicPartition partition(int number) {
    return new TopicPartition(Topics.FACES.name(), number);
  }
}
