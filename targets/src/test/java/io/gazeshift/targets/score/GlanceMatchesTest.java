package io.gazeshift.targets.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.targets.event.GazeEvent.TargetGlance;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GlanceMatchesTest {

  @Test
  void aGlanceIsFoundByOneAtTheSameTargetAtTheSameTime() {
    GlanceScore score =
        score(
            List.of(glance("road", 0, 2000), glance("mirror", 2000, 2800)),
            List.of(glance("road", 0, 2070), glance("mirror", 2070, 2700)));

    assertThat(score).isEqualTo(new GlanceScore(2, 2, 0, OptionalDouble.of(35)));
  }

  @Test
  void anotherTargetOrAnotherTimeFindsNothing() {
    GlanceScore score =
        score(
            List.of(glance("mirror", 2000, 2800)),
            List.of(glance("console", 2000, 2800), glance("mirror", 2900, 3500)));

    assertThat(score).isEqualTo(new GlanceScore(1, 0, 2, OptionalDouble.empty()));
  }

  @Test
  void aGlanceThatWasToldAsTwoIsFoundByTheLongerOne() {
    GlanceScore score =
        score(
            List.of(glance("road", 0, 3000)),
            List.of(glance("road", 0, 400), glance("road", 500, 3000)));

    assertThat(score).isEqualTo(new GlanceScore(1, 1, 1, OptionalDouble.of(500)));
  }

  @Test
  void twoGlancesThatWereToldAsOneAreFoundOnce() {
    GlanceScore score =
        score(
            List.of(glance("road", 0, 1000), glance("road", 1500, 4000)),
            List.of(glance("road", 0, 4000)));

    assertThat(score).isEqualTo(new GlanceScore(2, 1, 0, OptionalDouble.of(1500)));
  }

  @Test
  void facesDoNotFindEachOthersGlances() {
    GlanceMatches matches = new GlanceMatches();
    matches.add(List.of(glance("road", 0, 1000)), List.of());
    matches.add(List.of(), List.of(glance("road", 0, 1000)));

    assertThat(matches.score()).isEqualTo(new GlanceScore(1, 0, 1, OptionalDouble.empty()));
  }

  /** Whatever is lost or added: the truth finds itself, late by as much as it is late. */
  @Test
  void theTruthMovedByAMomentFindsItself() {
    Random random = new Random(9);
    for (int round = 0; round < 100; round++) {
      List<TargetGlance> truths = new ArrayList<>();
      List<TargetGlance> said = new ArrayList<>();
      long late = random.nextInt(190);
      long at = 0;
      for (int i = 0; i < 40; i++) {
        long end = at + 200 + random.nextInt(3000);
        String target = "t" + (i % 2 == 0 ? 0 : 1 + random.nextInt(4));
        truths.add(glance(target, at, end));
        said.add(glance(target, at + late, end + late));
        at = end;
      }

      assertThat(score(truths, said))
          .isEqualTo(new GlanceScore(40, 40, 0, OptionalDouble.of(late)));
    }
  }

  private static GlanceScore score(List<TargetGlance> truths, List<TargetGlance> said) {
    GlanceMatches matches = new GlanceMatches();
    matches.add(truths, said);
    return matches.score();
  }

  private static TargetGlance glance(String target, long startMillis, long endMillis) {
    return new TargetGlance(1000 * startMillis, 1000 * startMillis, 1000 * endMillis, target);
  }
}
