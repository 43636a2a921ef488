package io.gazeshift.adaptation.glance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GlanceSideTest {

  /** By sha256sum, of "lab@20261116T153047-36ed". */
  private static final long MARK = 0x3b078351a0e26b93L;

  /** Changed sides would let a glance judge what it has taught: these must stay for ever. */
  @Test
  void theSideOfAGlanceNeverChanges() {
    assertThat(GlanceMark.of("lab", "20261116T153047-36ed")).isEqualTo(MARK);
    assertThat(GlanceSide.of("lab", "20261116T153047-36ed")).isEqualTo(GlanceSide.JUDGES);
  }

  @Test
  void ofManyNamesHalfAreOnEachSide() {
    long teaching =
        IntStream.range(0, 10_000)
            .filter(i -> GlanceSide.of("lab", "glance-" + i) == GlanceSide.TEACHES)
            .count();
    assertThat(teaching).isBetween(4800L, 5200L);
  }

  @Test
  void newNamesKeepBothSidesEquallyLarge() {
    GlanceIds ids = new GlanceIds("lab", List.of(), Instant::now, new Random(1));
    List<String> made = new ArrayList<>();
    for (int count = 1; count <= 20; count++) {
      made.add(ids.get());
      assertThat(teaching(made)).isEqualTo(count / 2);
    }
    assertThat(made).doesNotHaveDuplicates();
  }

  @Test
  void namesFillTheSideThatHasFewer() {
    List<String> judging =
        IntStream.range(0, 100)
            .mapToObj(i -> "old-" + i)
            .filter(id -> GlanceSide.of("lab", id) == GlanceSide.JUDGES)
            .limit(6)
            .toList();
    GlanceIds ids = new GlanceIds("lab", judging, Instant::now, new Random(2));

    List<String> made = IntStream.range(0, 6).mapToObj(i -> ids.get()).toList();

    assertThat(teaching(made)).isEqualTo(6);
  }

  private static long teaching(List<String> ids) {
    return ids.stream().filter(id -> GlanceSide.of("lab", id) == GlanceSide.TEACHES).count();
  }
}
