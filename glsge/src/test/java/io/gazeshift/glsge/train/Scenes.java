package io.gazeshift.glsge.train;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.Optional;
import java.util.Random;

/** Small seeded domains: features that depend on gaze, two nuisances and noise. */
public final class Scenes {

  public static final int WIDTH = 24;

  private Scenes() {}

  public static SourceBank source(int n, long seed) {
    Random random = new Random(seed);
    Matrix gaze = gaze(random, n, 0, 0.3);
    return SourceBank.of(FeatureRows.of(features(random, gaze, 0), WIDTH), gaze);
  }

  /** Narrower gaze off the centre, and features that lean by {@code shift}. */
  public static TargetSet target(int n, double shift, long seed) {
    Random random = new Random(seed);
    Matrix gaze = gaze(random, n, 0.1, 0.15);
    return new TargetSet(
        FeatureRows.of(features(random, gaze, shift), WIDTH), Optional.of(gaze), new long[0]);
  }

  private static Matrix gaze(Random random, int n, double mean, double sigma) {
    Matrix gaze = Matrix.zeros(n, 2);
    for (int i = 0; i < 2 * n; i++) {
      gaze.data()[i] = Math.max(-1.2, Math.min(1.2, mean + sigma * random.nextGaussian()));
    }
    return gaze;
  }

  private static float[] features(Random random, Matrix gaze, double shift) {
    float[] x = new float[gaze.rows() * WIDTH];
    for (int i = 0; i < gaze.rows(); i++) {
      double n1 = random.nextGaussian() + shift;
      double n2 = random.nextGaussian() - shift;
      for (int c = 0; c < WIDTH; c++) {
        x[i * WIDTH + c] =
            (float)
                (Math.sin(c) * 3 * gaze.get(i, 0)
                    + Math.cos(1.7 * c) * 3 * gaze.get(i, 1)
                    + 0.3 * Math.sin(2.3 * c + n1)
                    + 0.3 * Math.cos(0.9 * c) * n2
                    + 0.05 * random.nextGaussian());
      }
    }
    return x;
  }
}
