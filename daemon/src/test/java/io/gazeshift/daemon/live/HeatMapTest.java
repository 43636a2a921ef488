package io.gazeshift.daemon.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeatMapTest {

  /** As a screen of 16 to 9 has them. */
  private static final int COLUMNS = 32;

  private final HeatMap map = new HeatMap(531, 299);

  @ParameterizedTest
  @CsvSource({"531, 299, 32, 18", "1, 1, 32, 32", "70, 150, 15, 32", "3000, 20, 32, 4"})
  void cellsAreAboutSquareAndNeverMany(double widthMm, double heightMm, int columns, int rows) {
    HeatView view = new HeatMap(widthMm, heightMm).view();
    assertThat(view.columns()).isEqualTo(columns);
    assertThat(view.rows()).isEqualTo(rows);
    assertThat(view.levels()).hasSize(columns * rows).containsOnly(0);
    assertThat(view.seconds()).isZero();
  }

  @Test
  void aLookIsInTheCellThatItHits() {
    map.add(0, 0, 1);
    map.add(1, 1, 2);
    map.add(0.5, 0.5, 4);

    byte[] levels = map.view().levels();
    assertThat(level(levels, 0, 0)).isEqualTo(64);
    assertThat(level(levels, 31, 17)).isEqualTo(128);
    assertThat(level(levels, 16, 9)).isEqualTo(HeatView.MOST_LEVEL);
    assertThat(IntStream.range(0, levels.length).filter(cell -> levels[cell] != 0)).hasSize(3);
    assertThat(map.view().peakSeconds()).isEqualTo(4);
    assertThat(map.view().seconds()).isEqualTo(7);
  }

  @Test
  void aLookBesideTheScreenIsNowhereOnIt() {
    map.add(-0.01, 0.5, 1);
    map.add(0.5, 1.01, 1);
    map.add(Double.NaN, 0.5, 1);
    map.add(0.5, Double.POSITIVE_INFINITY, 1);
    assertThat(map.view().seconds()).isZero();
  }

  @Test
  void noSecondOnTheScreenIsLost() {
    Random random = new Random(7);
    double on = 0;
    for (int i = 0; i < 10_000; i++) {
      double right = random.nextDouble(-0.2, 1.2);
      double down = random.nextDouble(-0.2, 1.2);
      map.add(right, down, 0.1);
      on += right >= 0 && right <= 1 && down >= 0 && down <= 1 ? 0.1 : 0;
    }
    assertThat(map.view().seconds()).isCloseTo(on, within(1e-6));
  }

  @Test
  void allCellsFadeAlikeUntilNothingIsLeft() {
    map.add(0.1, 0.1, 2);
    map.add(0.9, 0.9, 1);
    byte[] before = map.view().levels();
    map.fade(0.25);
    assertThat(map.view().levels()).isEqualTo(before);
    assertThat(map.view().peakSeconds()).isEqualTo(0.5);
    map.fade(1e-6);
    assertThat(map.view().levels()).containsOnly(0);
  }

  private static int level(byte[] levels, int column, int row) {
    return Byte.toUnsignedInt(levels[row * COLUMNS + column]);
  }
}
