package io.gazeshift.glsge.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A target whose gaze distribution is known. Features are the gaze itself with two noises: one of
 * each look, as people differ, and one of each frame.
 */
class DistributionEstimatorTest {

  private static final int FIXATIONS = 1500;
  private static final int FRAMES_EACH = 5;
  private static final double LOOK_NOISE = Math.toRadians(2);
  private static final double FRAME_NOISE = Math.toRadians(4);
  private static final double SIGMA_PITCH = Math.toRadians(6);
  private static final double SIGMA_YAW = Math.toRadians(9);
  private static final double MEAN_YAW = Math.toRadians(5);

  private final Random random = new Random(1);
  private final AdaptationSource source = source();
  private final FixatedFrames target = target();
  private final Grouping fixations = Grouping.of(target.fixation());
  private final FeatureJitter jitter = FeatureJitter.of(target.features(), fixations);

  @Test
  void theSpreadOfAKnownDistributionIsFoundThroughNoiseAndSlope() {
    DistributionEstimate distribution = estimate(head(0.8));

    assertThat(Math.sqrt(distribution.variance().pitch()))
        .isCloseTo(SIGMA_PITCH, withinPercentage(8));
    assertThat(Math.sqrt(distribution.variance().yaw())).isCloseTo(SIGMA_YAW, withinPercentage(8));
    assertThat(distribution.slope().yaw()).isCloseTo(0.8, offset(0.02));
    assertThat(distribution.meanRad().yaw()).isCloseTo(0.8 * MEAN_YAW, offset(Math.toRadians(0.5)));
    assertThat(distribution.fixations()).isEqualTo(FIXATIONS);
  }

  /** What a refit to one's own predictions would narrow every time. */
  @ParameterizedTest
  @ValueSource(doubles = {0.9, 0.75, 0.65})
  void aHeadThatPredictsMoreNarrowlyGivesTheSameDistribution(double slope) {
    DistributionEstimate wide = estimate(head(1));
    DistributionEstimate narrow = estimate(head(slope));

    assertThat(narrow.variance().pitch()).isCloseTo(wide.variance().pitch(), withinPercentage(3));
    assertThat(narrow.variance().yaw()).isCloseTo(wide.variance().yaw(), withinPercentage(3));
  }

  private DistributionEstimate estimate(Head head) {
    return new DistributionEstimator(source, SafeSettings.DEFAULT.effectiveSamples())
        .estimate(head, target, fixations, jitter, new SplittableRandom(1));
  }

  /** A head that answers with the features times a factor: what is negative goes another way. */
  private static Head head(double slope) {
    float s = (float) slope;
    return Head.of(
        List.of(
            new DenseLayer(2, 4, new float[] {1, 0, -1, 0, 0, 1, 0, -1}, new float[4]),
            new DenseLayer(
                4, 4, new float[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, new float[4]),
            new DenseLayer(4, 2, new float[] {s, -s, 0, 0, 0, 0, s, -s}, new float[2])));
  }

  private AdaptationSource source() {
    int n = 4000;
    Matrix gaze = Matrix.zeros(n, 2);
    float[] features = new float[2 * n];
    for (int i = 0; i < 2 * n; i++) {
      gaze.data()[i] = Math.toRadians(random.nextDouble(-35, 35));
      features[i] = (float) (gaze.data()[i] + LOOK_NOISE * random.nextGaussian());
    }
    SourceBank all = SourceBank.of(FeatureRows.of(features, 2), gaze);
    return new AdaptationSource(all, Optional.of(all));
  }

  private FixatedFrames target() {
    float[] features = new float[2 * FIXATIONS * FRAMES_EACH];
    int[] fixation = new int[FIXATIONS * FRAMES_EACH];
    for (int f = 0; f < FIXATIONS; f++) {
      double pitch = SIGMA_PITCH * random.nextGaussian() + LOOK_NOISE * random.nextGaussian();
      double yaw =
          MEAN_YAW + SIGMA_YAW * random.nextGaussian() + LOOK_NOISE * random.nextGaussian();
      for (int k = f * FRAMES_EACH; k < (f + 1) * FRAMES_EACH; k++) {
        fixation[k] = f;
        features[2 * k] = (float) (pitch + FRAME_NOISE * random.nextGaussian());
        features[2 * k + 1] = (float) (yaw + FRAME_NOISE * random.nextGaussian());
      }
    }
    return new FixatedFrames(FeatureRows.of(features, 2), fixation);
  }
}
