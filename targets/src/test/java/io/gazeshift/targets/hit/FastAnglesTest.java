package io.gazeshift.targets.hit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FastAnglesTest {

  @Test
  void theInverseCosineIsThatOfTheLibraryTo1e7() {
    for (int i = -100_000; i <= 100_000; i++) {
      double cosine = i / 1e5;
      assertThat(FastAngles.acos(cosine)).isCloseTo(Math.acos(cosine), within(1e-7));
    }
    assertThat(FastAngles.acos(1.0000001)).isZero();
    assertThat(FastAngles.acos(-1.0000001)).isEqualTo(Math.PI);
    assertThat(FastAngles.acos(Double.NaN)).isNaN();
  }

  @Test
  void theAzimuthIsThatOfTheLibraryTo1e7() {
    Random random = new Random(3);
    for (int i = 0; i < 200_000; i++) {
      double length = Math.exp(random.nextDouble(-40, 40));
      double x = length * random.nextGaussian();
      double y = length * random.nextGaussian();
      assertThat(FastAngles.atan2(y, x)).isCloseTo(Math.atan2(y, x), within(1e-7));
    }
    assertThat(FastAngles.atan2(0, 0)).isZero();
    assertThat(FastAngles.atan2(1, 0)).isEqualTo(Math.PI / 2);
    assertThat(FastAngles.atan2(0, -1)).isEqualTo(Math.PI);
    assertThat(FastAngles.atan2(-2, 0)).isEqualTo(-Math.PI / 2);
  }
}
