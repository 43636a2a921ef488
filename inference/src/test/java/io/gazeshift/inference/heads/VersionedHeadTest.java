package io.gazeshift.inference.heads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionedHeadTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, (1L << 53) - 2, (1L << 53) - 1})
  void theseArePossible(long version) {
    assertThat(VersionedHead.isPossible(version)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, -1, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE})
  void theseAreNot(long version) {
    assertThat(VersionedHead.isPossible(version)).isFalse();
  }

  @Test
  void afterEveryPossibleVersionTheNextIsHigherAndBothAreExactAsDoubles() {
    SplittableRandom random = new SplittableRandom(20);
    for (int i = 0; i < 10_000; i++) {
      // Every magnitude alike, so that the edges are met.
      long version = random.nextLong() >>> random.nextInt(64);
      if (VersionedHead.isPossible(version)) {
        assertThat(version + 1).isGreaterThan(version);
        assertThat((long) (double) version).isEqualTo(version);
        assertThat((long) (double) (version + 1)).isEqualTo(version + 1);
      } else {
        assertThat(version == 0 || version < 0 || version >= 1L << 53).isTrue();
      }
    }
  }
}
