package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassSizeTest {

  @Test
  void withoutALimitAnyNumberFits() {
    PassSize size = new PassSize(Long.MAX_VALUE);
    size.took(1, 60_000_000);

    assertThat(size.faces()).isEqualTo(Integer.MAX_VALUE);
    assertThat(size.micros(32)).isEqualTo(32 * 60_000_000L);
  }

  @Test
  void asManyFitAsTheLastPassShows() {
    PassSize size = new PassSize(200_000);
    assertThat(size.faces()).isEqualTo(Integer.MAX_VALUE);

    size.took(1, 50_000);
    assertThat(size.faces()).isEqualTo(4);
    assertThat(size.micros(32)).isEqualTo(200_000);
    assertThat(size.micros(2)).isEqualTo(100_000);
    size.took(4, 200_000);
    assertThat(size.faces()).isEqualTo(4);
    size.took(4, 400_000);
    assertThat(size.faces()).isEqualTo(2);
  }

  @Test
  void itStaysWhereOneMoreTakesTooLongUntilPassesGetQuicker() {
    PassSize size = new PassSize(250_000);
    size.took(1, 42_000);
    for (int pass = 0; pass < 10; pass++) {
      size.took(size.faces(), size.faces() * 42_000L);
    }
    assertThat(size.faces()).isEqualTo(5);
    size.took(5, 5 * 42_000);
    assertThat(size.faces()).isEqualTo(5);

    size.took(5, 5 * 21_000);
    assertThat(size.faces()).isEqualTo(11);
  }

  @Test
  void oneFaceAlwaysFits() {
    PassSize size = new PassSize(200_000);
    size.took(1, 5_000_000);

    assertThat(size.faces()).isEqualTo(1);
  }

  /** As on a GPU. A pass of one face shows nothing of that. */
  @Test
  void whereAPassCostsTheSameWhateverItsSizeFullPassesMakeItGrow() {
    PassSize size = new PassSize(50_000);
    size.took(1, 40_000);
    assertThat(size.faces()).isEqualTo(1);

    int passes = 0;
    while (size.faces() < 32) {
      size.took(size.faces(), 40_000);
      passes++;
    }
    assertThat(passes).isLessThan(16);
  }
}
