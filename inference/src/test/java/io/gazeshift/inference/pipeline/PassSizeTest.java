package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassSizeTest {

  @Test
  void withoutALimitAnyNumberFits() {
    PassSize size = new PassSize(Long.MAX_VALUE);
    assertThat(size.faces()).isEqualTo(Integer.MAX_VALUE);
    size.took(1, 60_000_000);

    assertThat(size.faces()).isEqualTo(Integer.MAX_VALUE);
    assertThat(size.lastMicros()).isEqualTo(60_000_000);
  }

  @Test
  void afterTheFirstFaceAsManyFitAsItShows() {
    PassSize size = new PassSize(220_000);
    assertThat(size.faces()).isEqualTo(1);

    size.took(1, 50_000);
    assertThat(size.faces()).isEqualTo(4);
    size.took(4, 440_000);
    assertThat(size.faces()).isEqualTo(2);
  }

  @Test
  void aQuickPassOfFewTakesNothingBack() {
    PassSize size = new PassSize(50_000);
    size.took(1, 1_000);
    assertThat(size.faces()).isEqualTo(50);
    size.took(1, 30_000);

    assertThat(size.faces()).isEqualTo(50);
  }

  @Test
  void itStaysWhereOneMoreTakesTooLongUntilPassesGetQuicker() {
    PassSize size = new PassSize(250_000);
    size.took(1, 42_000);
    assertThat(size.faces()).isEqualTo(5);
    size.took(5, 5 * 42_000);
    assertThat(size.faces()).isEqualTo(6);
    size.took(6, 6 * 42_000);
    assertThat(size.faces()).isEqualTo(5);
    size.took(5, 5 * 42_000);
    assertThat(size.faces()).isEqualTo(5);

    size.took(5, 5 * 21_000);
    assertThat(size.faces()).isEqualTo(11);
  }

  @Test
  void whatWasTooSlowByChanceIsTriedAgain() {
    PassSize size = new PassSize(50_000);
    size.took(1, 40_000);
    assertThat(size.faces()).isEqualTo(2);
    size.took(2, 1_000_000);
    assertThat(size.faces()).isEqualTo(1);
    for (int pass = 0; pass < 100; pass++) {
      size.took(size.faces(), 40_000);
    }

    assertThat(size.faces()).isGreaterThan(32);
  }

  @Test
  void oneFaceAlwaysFits() {
    PassSize size = new PassSize(200_000);
    size.took(1, 5_000_000);

    assertThat(size.faces()).isEqualTo(1);
  }

  @Test
  void aClockThatIsSetBackShowsNothing() {
    PassSize size = new PassSize(200_000);
    size.took(1, 50_000);
    size.took(1, -3_000_000);

    assertThat(size.faces()).isEqualTo(4);
    assertThat(size.lastMicros()).isEqualTo(50_000);
  }

  /** As on a GPU. A pass of one face shows nothing of that. */
  @Test
  void whereAPassCostsTheSameWhateverItsSizeFullPassesMakeItGrow() {
    PassSize size = new PassSize(50_000);

    int passes = 0;
    while (size.faces() < 32) {
      size.took(size.faces(), 40_000);
      passes++;
    }
    assertThat(passes).isLessThan(16);
  }
}
