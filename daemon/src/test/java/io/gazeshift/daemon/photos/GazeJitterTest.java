package io.gazeshift.daemon.photos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import java.util.List;
import org.junit.jupiter.api.Test;

class GazeJitterTest {

  private final GazeJitter jitter = new GazeJitter();

  @Test
  void isTheStandardDeviationOfTheReadings() {
    jitter.add(List.of(Gaze.ofDegrees(9, -1), Gaze.ofDegrees(10, -3), Gaze.ofDegrees(11, -5)));
    assertThat(jitter.pitchDeg().getAsDouble()).isCloseTo(1, within(1e-9));
    assertThat(jitter.yawDeg().getAsDouble()).isCloseTo(2, within(1e-9));
  }

  @Test
  void ofSeveralPicturesItIsTheMedianAndNotWhereTheyLook() {
    for (double deviation : new double[] {3, 1, 8, 2}) {
      double step = deviation * Math.sqrt(2) / 2;
      jitter.add(List.of(Gaze.ofDegrees(20 - step, 7), Gaze.ofDegrees(20 + step, 7)));
    }
    assertThat(jitter.pictures()).isEqualTo(4);
    assertThat(jitter.pitchDeg().getAsDouble()).isCloseTo(2.5, within(1e-9));
    assertThat(jitter.yawDeg().getAsDouble()).isCloseTo(0, within(1e-9));
  }

  @Test
  void oneReadingSaysNothing() {
    jitter.add(List.of(Gaze.INTO_CAMERA));
    jitter.add(List.of());
    assertThat(jitter.pictures()).isZero();
    assertThat(jitter.pitchDeg()).isEmpty();
    assertThat(jitter.yawDeg()).isEmpty();
  }
}
