package io.gazeshift.targets.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AccuracyTest {

  @Test
  void noiseAveragesOutOfTheOffsetButNotOutOfTheError() {
    Accuracy accuracy =
        Accuracy.of(Gaze.ofDegrees(0, 10), List.of(Gaze.ofDegrees(0, 12), Gaze.ofDegrees(0, 8)));

    assertThat(accuracy.frames()).isEqualTo(2);
    assertThat(accuracy.offsetDeg()).isCloseTo(0, within(1e-9));
    assertThat(accuracy.meanErrorDeg()).isCloseTo(2, within(1e-9));
  }

  @Test
  void theOffsetKnowsItsDirection() {
    Accuracy accuracy =
        Accuracy.of(Gaze.ofDegrees(0, 0), List.of(Gaze.ofDegrees(3, 0), Gaze.ofDegrees(3, 0)));

    assertThat(accuracy.verticalDeg()).isCloseTo(3, within(1e-9));
    assertThat(accuracy.horizontalDeg()).isCloseTo(0, within(1e-9));
    assertThat(accuracy.offsetDeg()).isCloseTo(3, within(1e-9));
    assertThat(Accuracy.of(Gaze.ofDegrees(0, 0), List.of(Gaze.ofDegrees(0, -4))).horizontalDeg())
        .isCloseTo(-4, within(1e-9));
  }

  /** Ten degrees of yaw are five on the sphere, at a pitch of 60°. */
  @Test
  void anglesAreThoseOnTheSphere() {
    Gaze truth = Gaze.ofDegrees(60, 0);
    Gaze gaze = Gaze.ofDegrees(60, 10);

    Accuracy accuracy = Accuracy.of(truth, List.of(gaze));

    assertThat(accuracy.offsetDeg())
        .isCloseTo(Math.toDegrees(truth.angleToRad(gaze)), within(1e-9))
        .isCloseTo(5, within(0.02));
    assertThat(accuracy.horizontalDeg()).isPositive();
  }

  @Test
  void anOffsetIsAsLongAsTheAngle() {
    Random random = new Random(5);
    for (int i = 0; i < 1000; i++) {
      Gaze a = Gaze.ofDegrees(80 * (2 * random.nextDouble() - 1), 360 * random.nextDouble());
      Gaze b = Gaze.ofDegrees(80 * (2 * random.nextDouble() - 1), 360 * random.nextDouble());
      AngularOffset offset = AngularOffset.between(a, b);
      assertThat(Math.hypot(offset.horizontalDeg(), offset.verticalDeg()))
          .isCloseTo(Math.toDegrees(a.angleToRad(b)), within(1e-6));
    }
    Gaze same = Gaze.ofDegrees(12, -30);
    assertThat(AngularOffset.between(same, same))
        .satisfies(
            none -> {
              assertThat(none.horizontalDeg()).isCloseTo(0, within(1e-9));
              assertThat(none.verticalDeg()).isCloseTo(0, within(1e-9));
            });
  }

  @Test
  void pointsCountTheSameAndOppositeErrorsDoNotCancel() {
    Accuracy left = Accuracy.of(Gaze.ofDegrees(0, 0), List.of(Gaze.ofDegrees(0, 2)));
    Accuracy right =
        Accuracy.of(
            Gaze.ofDegrees(0, 0),
            List.of(Gaze.ofDegrees(0, -4), Gaze.ofDegrees(0, -4), Gaze.ofDegrees(0, -4)));

    Accuracy mean = Accuracy.mean(List.of(left, right)).orElseThrow();

    assertThat(mean.frames()).isEqualTo(4);
    assertThat(mean.offsetDeg()).isCloseTo(3, within(1e-9));
    assertThat(mean.horizontalDeg()).isCloseTo(-1, within(1e-9));
    assertThat(Accuracy.mean(List.of())).isEmpty();
  }
}
