package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Who is predicted where the backbone has no time for all, or just so. The choice of faces and the
 * buffer of the pipeline are the real ones, and are filled as often as by a poll loop that finds
 * them full. The backbone takes the same for every face, after what a pass costs whatever its size;
 * decoding and commits take no time.
 */
class FairShareTest {

  private static final int SECONDS = 60;

  /** Of a ResNet-18 on one core: 24 faces a second. */
  private static final int SLOW_MICROS = 42_000;

  /** Of a GPU: a face costs hardly more than none. */
  private static final int QUICK_MICROS = 300;

  @Test
  void camerasThatSendTheSameGetTheSame() {
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(
        new Camera("a", 0, 58),
        new Camera("b", 0, 58),
        new Camera("c", 1, 58),
        new Camera("d", 2, 58));

    inference.assertEqualShares("a", "b", "c", "d");
    inference.assertNothingWasted();
  }

  /** Two faces a second for a hundred that come. */
  @Test
  void aVeryFewFacesAreSharedToo() {
    Inference inference = new Inference(Duration.ofSeconds(1), 500_000);
    inference.run(
        new Camera("a", 0, 25),
        new Camera("b", 0, 25),
        new Camera("c", 1, 25),
        new Camera("d", 2, 25));

    assertThat(inference.predicted).hasSize(4);
    assertThat(inference.predicted.values()).allMatch(count -> count > SECONDS / 3);
  }

  /** The quiet ones send less than their share, so that they get all of it. */
  @Test
  void aCameraThatFloodsGetsWhatTheOthersLeave() {
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(
        new Camera("loud", 0, 500), new Camera("beside", 0, 5), new Camera("elsewhere", 1, 5));

    assertThat(inference.predicted("beside")).isGreaterThan((int) (0.9 * 5 * SECONDS));
    assertThat(inference.predicted("elsewhere")).isGreaterThan((int) (0.9 * 5 * SECONDS));
    assertThat(inference.predicted("loud")).isGreaterThan(12 * SECONDS);
    inference.assertNothingWasted();
  }

  @Test
  void aCameraWhoseFacesComeLateGetsItsShare() {
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(
        new Camera("late", 0, 58).capturedBefore(600),
        new Camera("beside", 0, 58),
        new Camera("c", 1, 58),
        new Camera("d", 2, 58));

    inference.assertEqualShares("late", "beside", "c", "d");
  }

  @Test
  void aCameraWhoseClockIsAheadGetsNoMoreThanItsShare() {
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(
        new Camera("ahead", 0, 58).capturedBefore(-5_000),
        new Camera("beside", 0, 58),
        new Camera("c", 1, 58),
        new Camera("d", 2, 58));

    inference.assertEqualShares("ahead", "beside", "c", "d");
  }

  @Test
  void recordsThatCannotBeReadKeepNothingBack() {
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(
        new Camera("broken", 0, 300).unreadable(),
        new Camera("beside", 0, 58),
        new Camera("c", 1, 58),
        new Camera("d", 2, 58));

    inference.assertEqualShares("beside", "c", "d");
    assertThat(inference.rejected).isGreaterThan((int) (0.98 * 300 * SECONDS));
  }

  @Test
  void camerasThatComeLaterDoNotKeepOutThoseThatWereThere() {
    List<Camera> cameras = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      cameras.add(new Camera("early" + i, i, 58));
    }
    for (int i = 0; i < 8; i++) {
      cameras.add(new Camera("later" + i, 4 + i, 58).from(SECONDS / 2));
    }
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(cameras.toArray(Camera[]::new));

    for (int i = 0; i < 4; i++) {
      assertThat(inference.longestGapMillis("early" + i)).isLessThan(5_000);
    }
  }

  /** One face takes nearly as long as all, which only a larger pass can show. */
  @Test
  void passesGrowWhereTheyCostTheSameWhateverTheirSize() {
    Inference inference = new Inference(Duration.ofMillis(200), QUICK_MICROS).withPassesOf(40_000);
    inference.run(cameras(12));

    assertThat(inference.all()).isGreaterThan((int) (0.98 * 12 * 30 * SECONDS));
  }

  @Test
  void afterOneSlowPassTheyGrowAgain() {
    Inference inference =
        new Inference(Duration.ofMillis(200), QUICK_MICROS)
            .withPassesOf(30_000)
            .withSlowPassAt(SECONDS / 4);
    inference.run(cameras(12));

    assertThat(inference.all()).isGreaterThan((int) (0.95 * 12 * 30 * SECONDS));
  }

  /** Even if one of their faces takes as long as a pass may. */
  @Test
  void recordsThatCannotBeReadDoNotTakeThePlacesOfFaces() {
    Inference inference = new Inference(Duration.ofMillis(200), SLOW_MICROS);
    inference.run(
        new Camera("broken", 0, 300).unreadable(),
        new Camera("beside", 0, 58),
        new Camera("c", 1, 58),
        new Camera("d", 2, 58));

    assertThat(inference.all()).isGreaterThan((int) (0.85 * 1_000_000 / SLOW_MICROS * SECONDS));
  }

  /** Together in bursts, late, and with two thirds of the time that there is. */
  @Test
  void burstsOfLateFacesAreMostlyPredicted() {
    List<Camera> cameras = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      cameras.add(new Camera("c" + i, i, 1).capturedBefore(500));
    }
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(cameras.toArray(Camera[]::new));

    assertThat(inference.skipped).isLessThan(2 * SECONDS);
  }

  private static Camera[] cameras(int count) {
    Camera[] cameras = new Camera[count];
    for (int i = 0; i < count; i++) {
      cameras[i] = new Camera("c" + i, i, 30);
    }
    return cameras;
  }

  /** Fifty seconds of faces, and no older than a minute when their time comes. */
  @Test
  void nothingIsSkippedThatCanBeCaughtUpWith() {
    Inference inference = new Inference(Duration.ofSeconds(60), 2_000);
    inference.runAfterPause(
        50, new Camera("a", 0, 30), new Camera("b", 0, 5), new Camera("c", 1, 30));

    assertThat(inference.skipped).isZero();
  }

  @Test
  void nothingIsSkippedWhereThereIsTimeForAllHoweverLateTheyCome() {
    Inference inference = new Inference(Duration.ofSeconds(1), SLOW_MICROS);
    inference.run(
        new Camera("a", 0, 10).capturedBefore(700), new Camera("b", 0, 2).capturedBefore(700));

    assertThat(inference.skipped).isZero();
  }

  /**
   * @param latencyMillis from capture until inference has polled it
   */
  private record Camera(
      String name,
      int partition,
      int facesPerSecond,
      int latencyMillis,
      boolean isReadable,
      int fromSecond) {

    Camera(String name, int partition, int facesPerSecond) {
      this(name, partition, facesPerSecond, 50, true, 0);
    }

    Camera capturedBefore(int millis) {
      return new Camera(name, partition, facesPerSecond, millis, isReadable, fromSecond);
    }

    Camera unreadable() {
      return new Camera(name, partition, facesPerSecond, latencyMillis, false, fromSecond);
    }

    Camera from(int second) {
      return new Camera(name, partition, facesPerSecond, latencyMillis, isReadable, second);
    }

    boolean sendsAt(int millis) {
      return millis >= 1000 * fromSecond
          && millis * facesPerSecond / 1000 > (millis - 1) * facesPerSecond / 1000;
    }
  }

  /** A millisecond at a time. */
  private static final class Inference {

    private static final int MAX_BATCH = 32;

    /** How often the poll loop looks whether there is room again. */
    private static final int POLL_MILLIS = 5;

    private final int microsPerFace;
    private int microsPerPass;
    private int slowPassMillis = Integer.MAX_VALUE;
    private final FaceAgeLimit freshness;
    private final PassSize passSize;
    private final PendingFaces pending;
    private final CameraTurns turns = new CameraTurns();
    private final PipelineBuffer buffer =
        new PipelineBuffer(MAX_BATCH, Duration.ZERO, new OldestFace());
    private final Map<String, Integer> predicted = new HashMap<>();
    private final Map<String, Integer> lastMillis = new HashMap<>();
    private final Map<String, Integer> gapMillis = new HashMap<>();
    private final Map<Integer, Long> offsets = new HashMap<>();
    private int skipped;
    private int rejected;
    private int taken;
    private int wasted;
    private int passes;
    private int nowMillis;
    private int undecoded;
    private int decoded;
    private List<PolledFace> pass = List.of();
    private int passEndsMillis;

    Inference(Duration maxAge, int microsPerFace) {
      this.microsPerFace = microsPerFace;
      this.freshness = new FaceAgeLimit(Optional.of(maxAge), this::now);
      this.passSize = new PassSize(freshness.longestPassMicros());
      this.pending = new PendingFaces(freshness, turns);
      buffer.limitTo(passSize.faces());
    }

    Inference withPassesOf(int micros) {
      microsPerPass = micros;
      return this;
    }

    Inference withSlowPassAt(int second) {
      slowPassMillis = 1000 * second;
      return this;
    }

    private Instant now() {
      return Instant.EPOCH.plus(1_000_000L + nowMillis, ChronoUnit.MILLIS);
    }

    void run(Camera... cameras) {
      runAfterPause(0, cameras);
    }

    /** For so many seconds faces come and nothing is done. */
    void runAfterPause(int seconds, Camera... cameras) {
      try {
        for (nowMillis = 0; nowMillis < 1000 * SECONDS; nowMillis++) {
          receive(cameras);
          if (nowMillis >= 1000 * seconds) {
            work();
          }
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private void receive(Camera... cameras) {
      for (Camera camera : cameras) {
        if (camera.sendsAt(nowMillis)) {
          long offset = offsets.merge(camera.partition(), 1L, Long::sum);
          long captureMicros = 1000 * (now().toEpochMilli() - camera.latencyMillis());
          pending.add(
              camera.isReadable()
                  ? PolledRecords.face(camera.partition(), camera.name(), offset, captureMicros)
                  : PolledRecords.unreadable(camera.partition(), camera.name(), offset, 10));
        }
      }
    }

    private void work() throws InterruptedException {
      if (nowMillis % POLL_MILLIS == 0) {
        fill();
      }
      while (nowMillis >= passEndsMillis && decoded + pass.size() > 0) {
        endPass();
        beginPass();
      }
    }

    private void fill() throws InterruptedException {
      while (pending.offerNext(this::offer, passSize.lastMicros())) {
        taken++;
      }
      for (; undecoded > 0; undecoded--) {
        buffer.decoded(buffer.takeUndecoded().number());
        decoded++;
      }
    }

    private boolean offer(PolledFace face) {
      boolean isTaken = buffer.offer(face);
      undecoded += isTaken ? 1 : 0;
      return isTaken;
    }

    private void beginPass() throws InterruptedException {
      if (decoded == 0) {
        return;
      }
      pass = buffer.takeBatch().faces();
      decoded -= pass.size();
      int asked = 0;
      for (PolledFace face : pass) {
        if (!face.isSettled() && freshness.isTooOld(face.frame())) {
          face.settle(new FaceOutcome.Skipped());
          wasted++;
        }
        asked += face.isSettled() ? 0 : 1;
      }
      int micros = asked == 0 ? 0 : microsPerPass + asked * microsPerFace;
      if (asked > 0 && nowMillis >= slowPassMillis) {
        micros += 100_000;
        slowPassMillis = Integer.MAX_VALUE;
      }
      passEndsMillis = nowMillis + micros / 1000;
      if (asked > 0) {
        passes++;
        passSize.took(asked, micros);
      }
    }

    private void endPass() throws InterruptedException {
      if (pass.isEmpty()) {
        return;
      }
      buffer.limitTo(passSize.faces());
      buffer.predicted();
      for (PolledFace face : buffer.takePredicted()) {
        skipped += face.skippedBefore();
        if (!face.isSettled()) {
          countPrediction(face.camera());
        } else if (face.outcome() instanceof FaceOutcome.Skipped) {
          skipped++;
          face.giveTurnBack(turns);
        } else {
          rejected++;
        }
      }
      buffer.committed();
      pass = List.of();
    }

    private void countPrediction(String camera) {
      predicted.merge(camera, 1, Integer::sum);
      Integer last = lastMillis.put(camera, nowMillis);
      gapMillis.merge(camera, last == null ? 0 : nowMillis - last, Math::max);
    }

    int predicted(String camera) {
      return predicted.getOrDefault(camera, 0);
    }

    int all() {
      return predicted.values().stream().mapToInt(Integer::intValue).sum();
    }

    int longestGapMillis(String camera) {
      return Math.max(gapMillis.get(camera), nowMillis - lastMillis.get(camera));
    }

    void assertEqualShares(String... cameras) {
      int possible = 1_000_000 / microsPerFace * SECONDS;
      for (String camera : cameras) {
        assertThat(predicted(camera))
            .as("%s of %s", camera, predicted)
            .isGreaterThan((int) (0.9 * possible / cameras.length));
      }
    }

    /** The backbone is busy with passes that are worth it, and what is taken is predicted. */
    void assertNothingWasted() {
      assertThat(all()).isGreaterThan((int) (0.95 * 1_000_000 / microsPerFace * SECONDS));
      assertThat(wasted).isLessThan(taken / 20);
      assertThat(all()).isGreaterThan(4 * passes);
    }
  }
}
