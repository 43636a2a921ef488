package io.gazeshift.common.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class CappedTagTest {

  private final CappedTag cameras = new CappedTag(2);

  @Test
  void theFirstNamesAreKeptAndLaterOnesShareOne() {
    assertThat(cameras.of("a")).isEqualTo("a");
    assertThat(cameras.of("b")).isEqualTo("b");
    assertThat(cameras.of("c")).isEqualTo(CappedTag.OTHER);
    assertThat(cameras.of("a")).isEqualTo("a");
  }

  @Test
  void inventedNamesDoNotUseUpThePlaceOfConfiguredOnes() {
    cameras.keep(Set.of("door", "hall", "yard"));
    for (int i = 0; i < 1000; i++) {
      cameras.of("invented" + i);
    }

    assertThat(cameras.of("hall")).isEqualTo("hall");
    assertThat(cameras.of("yard")).isEqualTo("yard");
    assertThat(cameras.of("invented0")).isEqualTo("invented0");
    assertThat(cameras.of("invented2")).isEqualTo(CappedTag.OTHER);
  }
}
