package io.gazeshift.adaptation.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.testing.TestHeads;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TargetBufferTest {

  private static final Track DRIVER = new Track("cam0", 1, 0);
  private static final int FPS = 10;

  private final BufferSettings settings =
      new BufferSettings(
          400, 4, Duration.ofMillis(500), Duration.ofSeconds(1), 5, Duration.ofHours(1));
  private final TargetBuffer buffer = new TargetBuffer(settings, 1);
  private final Random random = new Random(5);

  @Test
  void neverHoldsMoreThanItsCapacity() {
    watch(DRIVER, 0, 3600, second -> anywhere());
    assertThat(buffer.size()).isEqualTo(400);
    assertThat(buffer.snapshot().size()).isEqualTo(400);
  }

  @Test
  void aStillFaceDoesNotFillIt() {
    watch(DRIVER, 0, 1800, second -> new Gaze(0.1, 0.1));
    assertThat(buffer.size()).isLessThan(40);
  }

  @Test
  void aFrozenPictureIsKeptOnce() {
    for (int i = 0; i < 10_000; i++) {
      buffer.offer(Samples.face(DRIVER, i, i / 10.0, Gaze.INTO_CAMERA, 0, random));
    }
    assertThat(buffer.size()).isEqualTo(4);
  }

  @Test
  void aDirectionLookedAtMostOfTheTimeDoesNotCrowdOutTheOthers() {
    // A driver looks at the road for 95 % of the time, a little to and fro.
    watch(
        DRIVER,
        0,
        7000,
        second ->
            second % 20 == 0
                ? Gaze.ofDegrees(-20 + random.nextDouble() * 4, 30 + random.nextDouble() * 4)
                : Gaze.ofDegrees(random.nextDouble() * 4 - 2, random.nextDouble() * 4 - 2));
    long elsewhere =
        buffer.snapshot().bursts().stream().filter(burst -> burst.gaze().yawDeg() > 15).count();
    assertThat(elsewhere).isGreaterThan(settings.capacityBursts() / 4);
  }

  @Test
  void aLongSessionDoesNotCrowdOutAShortOne() {
    watch(DRIVER, 0, 100, second -> around());
    watch(new Track("cam0", 2, 0), 200, 3000, second -> around());
    Map<Long, Long> bySession =
        buffer.snapshot().bursts().stream()
            .collect(
                Collectors.groupingBy(
                    burst -> burst.track().captureSession(), Collectors.counting()));
    assertThat(bySession.get(1L)).isGreaterThan(settings.capacityBursts() / 4L);
    assertThat(bySession.get(2L)).isGreaterThan(settings.capacityBursts() / 4L);
  }

  @Test
  void burstsSpanTheWholeTimeAndNotOnlyTheEnd() {
    watch(DRIVER, 0, 3000, second -> anywhere());
    long early =
        buffer.snapshot().bursts().stream()
            .filter(burst -> burst.captureMicros() < 1_500_000_000L)
            .count();
    assertThat(early).isGreaterThan(10);
  }

  @Test
  void whatIsOlderThanTheLimitIsDropped() {
    watch(DRIVER, 0, 60, second -> anywhere());
    watch(DRIVER, 3500, 60, second -> anywhere());
    int before = buffer.size();
    buffer.expire(Duration.ofSeconds(3700).toNanos() / 1000);
    assertThat(buffer.size()).isBetween(1, before - 1);
    assertThat(buffer.snapshot().bursts()).allMatch(burst -> burst.captureMicros() >= 100_000_000L);
    assertThat(buffer.snapshot().size()).isEqualTo(buffer.size());
  }

  @Test
  void aTenthIsHeldOutAndStaysOnItsSide() {
    watch(DRIVER, 0, 3600, second -> anywhere());
    TargetSnapshot snapshot = buffer.snapshot();
    Set<Burst> training = new HashSet<>(snapshot.training().bursts());
    Set<Burst> heldOut = new HashSet<>(snapshot.heldOut().bursts());
    assertThat(heldOut).hasSizeBetween(3, 20).doesNotContainAnyElementsOf(training);
    assertThat(training.size() + heldOut.size()).isEqualTo(snapshot.bursts().size());
    watch(DRIVER, 3600, 60, second -> anywhere());
    TargetSnapshot later = buffer.snapshot();
    assertThat(later.training().bursts()).doesNotContainAnyElementsOf(heldOut);
  }

  @Test
  void ofFewBurstsOneIsHeldOutAllTheSame() {
    watch(DRIVER, 0, 3600, second -> anywhere());
    List<Burst> bursts = buffer.snapshot().training().bursts().subList(0, 5);
    TargetSnapshot few = new TargetSnapshot(bursts);
    assertThat(few.heldOut().bursts()).containsExactly(bursts.get(2));
    assertThat(few.training().bursts()).hasSize(4).doesNotContain(bursts.get(2));
    TargetSnapshot one = new TargetSnapshot(bursts.subList(0, 1));
    assertThat(one.heldOut().bursts()).isEmpty();
  }

  @Test
  void aSnapshotGivesEveryFrameItsBurstAndItsTime() {
    watch(DRIVER, 0, 30, second -> anywhere());
    TargetSnapshot snapshot = buffer.snapshot();
    int frames = snapshot.size();
    assertThat(snapshot.features().size()).isEqualTo(frames);
    assertThat(snapshot.features().width()).isEqualTo(Samples.WIDTH);
    assertThat(snapshot.captureMicros()).hasSize(frames).isSorted();
    assertThat(snapshot.burstOfFrame()).hasSize(frames).startsWith(0, 0, 0, 0, 1);
    assertThat(snapshot.burstFeatures().rows()).isEqualTo(snapshot.bursts().size());
    assertThat(snapshot.burstGaze(TestHeads.constant(Samples.WIDTH, 0.1f, 0)).cols()).isEqualTo(2);
  }

  private Gaze anywhere() {
    return Gaze.ofDegrees(random.nextDouble() * 40 - 20, random.nextDouble() * 60 - 30);
  }

  private Gaze around() {
    return Gaze.ofDegrees(random.nextDouble() * 4 - 2, random.nextDouble() * 4 - 2);
  }

  /** Someone who fixates another point every second. */
  private void watch(Track track, int fromSecond, int seconds, LongFunction<Gaze> gazeAt) {
    for (int second = fromSecond; second < fromSecond + seconds; second++) {
      Gaze gaze = gazeAt.apply(second);
      for (int i = 0; i < FPS; i++) {
        long frame = (long) second * FPS + i;
        buffer.offer(Samples.face(track, frame, (double) frame / FPS, gaze, 0.2, random));
      }
    }
  }
}
