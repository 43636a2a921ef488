package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import org.junit.jupiter.api.Test;

class TrainedGazeRangeTest {

  @Test
  void theWayBackEndsWhereTheBankDoesSaveForItsTails() {
    Matrix gaze = Matrix.zeros(1001, 2);
    for (int i = 0; i <= 1000; i++) {
      gaze.set(i, 0, i / 1000.0);
      gaze.set(i, 1, -i / 1000.0);
    }
    SourceBank bank = SourceBank.of(FeatureRows.of(new float[1001], 1), gaze);

    TrainedGazeRange taught = TrainedGazeRange.by(bank);

    assertThat(taught.wayBack(0, 0.5)).isZero();
    assertThat(taught.wayBack(0, 1.5)).isCloseTo(-0.51, within(1e-9));
    assertThat(taught.wayBack(1, -1.5)).isCloseTo(0.51, within(1e-9));
    assertThat(taught.wayBack(1, 0.2)).isCloseTo(-0.21, within(1e-9));
  }

  @Test
  void whereEverythingIsTaughtNothingIsBeyond() {
    assertThat(TrainedGazeRange.EVERYTHING.wayBack(0, 3)).isZero();
    assertThat(TrainedGazeRange.EVERYTHING.wayBack(1, -3)).isZero();
  }
}
