package io.gazeshift.backbone.pretrain;

import java.util.SplittableRandom;

/**
 * Changes patches as cameras and rooms do, and mirrors half of them: a mirrored face looks the
 * mirrored way. Works on normalised planes, one channel after another.
 */
final class Augmentation {

  private static final int CHANNELS = 3;
  private static final int MOST_SHIFT_PX = 4;
  private static final double CONTRAST = 0.35;
  private static final double BRIGHTNESS = 0.6;
  private static final double TINT = 0.15;
  private static final double MOST_NOISE = 0.15;
  private static final double GRAY_SHARE = 0.2;

  private final int side;
  private final float[] scratch;

  Augmentation(int side) {
    this.side = side;
    this.scratch = new float[side * side];
  }

  /** Changes one patch in place; answers whether it was mirrored. */
  boolean apply(float[] planes, SplittableRandom random) {
    if (random.nextDouble() < GRAY_SHARE) {
      gray(planes);
    }
    boolean mirrored = random.nextBoolean();
    int dx = random.nextInt(-MOST_SHIFT_PX, MOST_SHIFT_PX + 1);
    int dy = random.nextInt(-MOST_SHIFT_PX, MOST_SHIFT_PX + 1);
    float contrast = (float) (1 + CONTRAST * (2 * random.nextDouble() - 1));
    double brightness = BRIGHTNESS * (2 * random.nextDouble() - 1);
    float noise = (float) (MOST_NOISE * random.nextDouble() * random.nextDouble());
    for (int c = 0; c < CHANNELS; c++) {
      float offset = (float) (brightness + TINT * (2 * random.nextDouble() - 1));
      move(planes, c * side * side, mirrored, dx, dy);
      light(planes, c * side * side, contrast, offset, noise, random);
    }
    return mirrored;
  }

  private void gray(float[] planes) {
    int area = side * side;
    for (int i = 0; i < area; i++) {
      float mean = (planes[i] + planes[area + i] + planes[2 * area + i]) / CHANNELS;
      planes[i] = mean;
      planes[area + i] = mean;
      planes[2 * area + i] = mean;
    }
  }

  /** Mirrors and shifts a plane; what comes in from beyond the edge repeats it. */
  private void move(float[] planes, int from, boolean mirrored, int dx, int dy) {
    System.arraycopy(planes, from, scratch, 0, scratch.length);
    for (int y = 0; y < side; y++) {
      int row = Math.min(side - 1, Math.max(0, y + dy)) * side;
      for (int x = 0; x < side; x++) {
        int column = Math.min(side - 1, Math.max(0, x + dx));
        planes[from + y * side + x] = scratch[row + (mirrored ? side - 1 - column : column)];
      }
    }
  }

  private void light(
      float[] planes,
      int from,
      float contrast,
      float offset,
      float noise,
      SplittableRandom random) {
    for (int i = from; i < from + side * side; i++) {
      // A sum of uniforms is normal enough for noise, and four times as fast.
      float deviate = (float) (random.nextDouble() + random.nextDouble() - 1) * 2.45f;
      planes[i] = contrast * planes[i] + offset + noise * deviate;
    }
  }
}
