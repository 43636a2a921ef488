package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CalibratedBankTest {

  private static final Matrix GAZE = Matrix.of(new double[][] {{0.1, 0.3}, {0.2, 0.4}, {0.4, 0.6}});

  @Test
  void mirrorImagesAreTrainedOnAndNeverMeasuredOn() {
    SourceBank bank = bank(true);

    CalibratedBank calibrated = new CalibratedBank(bank, bank.rows(new int[] {1, 2}));

    assertThat(calibrated.all().size()).isEqualTo(6);
    assertThat(calibrated.calibration().withMirrorImages().size()).isEqualTo(2);
    assertThat(calibrated.mean()[1]).isCloseTo(0, within(1e-12));
  }

  @Test
  void aBankWithMirrorImagesGoesTogetherWithOneThatHasNone() {
    SourceBank others = bank(false);

    CalibratedBank calibrated = CalibratedBank.of(List.of(bank(true), others), others);

    assertThat(calibrated.all().size()).isEqualTo(9);
    assertThat(calibrated.calibration().size()).isEqualTo(3);
  }

  private static SourceBank bank(boolean mirrored) {
    return new SourceBank(
        FeatureRows.of(new float[] {1, 2, 3}, 1),
        GAZE,
        new long[] {1, 2, 2},
        mirrored ? Optional.of(FeatureRows.of(new float[] {-1, -2, -3}, 1)) : Optional.empty(),
        "");
  }
}
