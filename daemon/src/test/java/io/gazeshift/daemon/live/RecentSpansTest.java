package io.gazeshift.daemon.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentSpansTest {

  private static final long SECOND = 1_000_000;

  private final RecentSpans spans = new RecentSpans(SECOND / 10);

  @Test
  void spansWithLittleBetweenThemAreOne() {
    spans.add(0, SECOND);
    spans.add(SECOND + SECOND / 10, 2 * SECOND);
    assertThat(spans.seconds(2 * SECOND)).isEqualTo(2);
    assertThat(spans.openSeconds(2 * SECOND)).isEqualTo(2);
    spans.add(3 * SECOND, 4 * SECOND);
    assertThat(spans.seconds(4 * SECOND)).isEqualTo(3);
    assertThat(spans.openSeconds(4 * SECOND)).isEqualTo(1);
  }

  @Test
  void oneThatEndedIsNotOpen() {
    assertThat(spans.openSeconds(0)).isZero();
    spans.add(0, SECOND);
    assertThat(spans.openSeconds(SECOND + SECOND / 20)).isEqualTo(1.05);
    assertThat(spans.openSeconds(2 * SECOND)).isZero();
  }

  @Test
  void onlyTheLastMinuteCountsButALongOneIsToldFromItsBeginning() {
    spans.add(0, 90 * SECOND);
    assertThat(spans.seconds(90 * SECOND)).isEqualTo(60);
    assertThat(spans.seconds(140 * SECOND)).isEqualTo(10);
    assertThat(spans.openSeconds(90 * SECOND)).isEqualTo(90);
    spans.add(200 * SECOND, 201 * SECOND);
    assertThat(spans.seconds(201 * SECOND)).isEqualTo(1);
  }
}
