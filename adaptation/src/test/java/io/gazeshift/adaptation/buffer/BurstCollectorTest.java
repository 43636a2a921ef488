package io.gazeshift.adaptation.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BurstCollectorTest {

  private final BurstCollector collector =
      new BurstCollector(3, Duration.ofMillis(300), Duration.ofSeconds(1));
  private final Track track = new Track("cam0", 1, 0);
  private final List<Burst> bursts = new ArrayList<>();

  @Test
  void threeFramesInARowAreABurst() {
    frames(0, 0.1, 0.2);
    assertThat(bursts).singleElement().extracting(b -> b.frames().size()).isEqualTo(3);
  }

  @Test
  void aGapBreaksABurstOff() {
    frames(0, 0.1, 0.9, 1.0);
    assertThat(bursts).isEmpty();
    frames(1.1);
    assertThat(bursts.get(0).frames().get(0).captureMicros()).isEqualTo(900_000);
  }

  @Test
  void aBurstIsFollowedByAPause() {
    for (int i = 0; i < 30; i++) {
      frames(i / 10.0);
    }
    assertThat(bursts)
        .extracting(burst -> burst.frames().get(0).captureMicros())
        .containsExactly(0L, 1_200_000L, 2_400_000L);
  }

  @Test
  void tracksDoNotMix() {
    collector.offer(face(track, 0));
    collector.offer(face(new Track("cam0", 1, 1), 0.05));
    collector.offer(face(track, 0.1));
    assertThat(collector.offer(face(new Track("cam0", 1, 1), 0.15))).isEmpty();
    assertThat(collector.offer(face(track, 0.2))).isPresent();
  }

  @Test
  void aClockSetBackByAnHourDoesNotSilenceACamera() {
    frames(3600, 3600.1, 3600.2);
    frames(10, 10.1, 10.2);
    assertThat(bursts).hasSize(2);
  }

  @Test
  void aFrameThatComesTwiceIsNotCountedTwice() {
    frames(0, 0.1, 0.1, 0.2);
    assertThat(bursts).isEmpty();
  }

  private void frames(double... seconds) {
    for (double second : seconds) {
      collector.offer(face(track, second)).ifPresent(bursts::add);
    }
  }

  private static TargetSample face(Track track, double seconds) {
    return Samples.face(
        track, Math.round(seconds * 10), seconds, Gaze.INTO_CAMERA, 0.1, new Random(1));
  }
}
