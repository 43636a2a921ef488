package io.gazeshift.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacerTest {

  private final ManualClock clock = new ManualClock();

  @Test
  void framesComeOnAFixedGrid() throws InterruptedException {
    Pacer pacer = Pacer.realTime(50, clock);

    for (int i = 0; i < 5; i++) {
      Tick tick = pacer.next();
      assertThat(tick.frameSeq()).isEqualTo(i);
      assertThat(tick.captureMicros()).isEqualTo(ManualClock.START_MICROS + i * 20_000L);
      clock.advanceMillis(7);
    }
  }

  @Test
  void aSlowReaderFindsTheFramesInBetweenGone() throws InterruptedException {
    Pacer pacer = Pacer.realTime(50, clock);
    pacer.next();

    clock.advanceMillis(109);
    Tick late = pacer.next();

    assertThat(late.frameSeq()).isEqualTo(5);
    assertThat(late.captureMicros())
        .as("when it was taken, not when it was read")
        .isEqualTo(ManualClock.START_MICROS + 100_000);
  }

  @Test
  void anUnpacedSourceNeverWaits() throws InterruptedException {
    Pacer pacer = Pacer.unpaced(4, 1000);

    assertThat(pacer.next()).isEqualTo(new Tick(0, 1000));
    assertThat(pacer.next()).isEqualTo(new Tick(1, 251_000));
    assertThat(pacer.next()).isEqualTo(new Tick(2, 501_000));
  }
}
